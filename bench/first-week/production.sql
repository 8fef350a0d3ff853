-- A production-like database: psql -d postgres -f bench/first-week/production.sql (makes fw_production and the role fw_reader).
\set ON_ERROR_STOP on
CREATE DATABASE fw_production TEMPLATE template0 ENCODING 'UTF8';
CREATE ROLE fw_reader LOGIN PASSWORD 'first-week';
ALTER ROLE fw_reader IN DATABASE fw_production SET statement_timeout = '3s';
\connect fw_production
REVOKE ALL ON SCHEMA public FROM PUBLIC;
CREATE SCHEMA sales;
CREATE SCHEMA crm;
CREATE SCHEMA audit;
ALTER ROLE fw_reader IN DATABASE fw_production SET search_path = sales, crm;

CREATE TYPE sales.order_state AS ENUM ('open', 'paid', 'shipped', 'returned', 'cancelled');
CREATE TYPE crm.channel AS ENUM ('phone', 'mail', 'chat', 'visit');

CREATE TABLE crm.region (id int PRIMARY KEY, name text NOT NULL UNIQUE);
INSERT INTO crm.region SELECT i, (ARRAY['Nord','Süd','Ost','West','Mitte'])[i] FROM generate_series(1, 5) i;
CREATE TABLE crm.account (
  id int PRIMARY KEY, name text NOT NULL, region_id int NOT NULL REFERENCES crm.region, vat_no text,
  details jsonb NOT NULL DEFAULT '{}', created_at timestamptz NOT NULL, deleted_at timestamptz);
COMMENT ON TABLE crm.account IS 'Companies that buy. Rows with deleted_at are gone for sales.';
COMMENT ON COLUMN crm.account.details IS 'From the CRM: tier (gold, silver, bronze), employees';
INSERT INTO crm.account
  SELECT i, (ARRAY['Möller','Brandt','Okafor','Rossi','Lindqvist','Dubois','Novák','Kaya'])[i % 8 + 1] || ' '
    || (ARRAY['Maschinen','Handel','Logistik','Foods','Textil'])[i % 5 + 1] || ' ' || i, i % 5 + 1,
    CASE WHEN i % 7 > 0 THEN 'DE' || (100000000 + i) END,
    jsonb_build_object('tier', (ARRAY['gold','silver','bronze'])[i % 3 + 1], 'employees', i % 900 + 1),
    timestamptz '2019-01-01 09:00+01' + i * interval '90 minutes', CASE WHEN i % 50 = 0 THEN timestamptz '2026-02-01 00:00+01' END
  FROM generate_series(1, 20000) i;
CREATE TABLE crm.contact (
  id int PRIMARY KEY, account_id int NOT NULL REFERENCES crm.account, full_name text NOT NULL, email text, owner_name text NOT NULL);
INSERT INTO crm.contact SELECT i, i % 20000 + 1, (ARRAY['Jürgen','Ana','Chidi','Zoë','Lars'])[i % 5 + 1] || ' ' || (ARRAY['Weiß','Sánchez','Eze','Müller'])[i % 4 + 1],
  'person' || i || '@example.com', (ARRAY['fw_reader','ines','tom'])[i % 3 + 1] FROM generate_series(1, 40000) i;
ALTER TABLE crm.contact ENABLE ROW LEVEL SECURITY;
CREATE POLICY own_contacts ON crm.contact USING (owner_name = current_user);
CREATE TABLE crm.activity (id int PRIMARY KEY, contact_id int NOT NULL REFERENCES crm.contact, via crm.channel NOT NULL, at timestamptz NOT NULL);
INSERT INTO crm.activity SELECT i, i % 40000 + 1, (ARRAY['phone','mail','chat','visit'])[i % 4 + 1]::crm.channel,
  timestamptz '2025-01-01 08:00+01' + i * interval '7 minutes' FROM generate_series(1, 60000) i;

CREATE TABLE sales.product (id int PRIMARY KEY, sku text NOT NULL UNIQUE, name text NOT NULL, category text NOT NULL, price numeric(10,2) NOT NULL);
COMMENT ON COLUMN sales.product.price IS 'Net, EUR';
INSERT INTO sales.product SELECT i, 'SKU-' || lpad(i::text, 5, '0'), (ARRAY['Bohrer','Säge','Zange','Leiter','Pumpe'])[i % 5 + 1] || ' ' || i,
  (ARRAY['Werkzeug','Garten','Haushalt'])[i % 3 + 1], (i % 400) + 0.95 FROM generate_series(1, 2000) i;
CREATE TABLE sales.orders (
  id int NOT NULL, account_id int NOT NULL REFERENCES crm.account, state sales.order_state NOT NULL, ordered_at timestamptz NOT NULL,
  total_cents bigint NOT NULL, tags text[] NOT NULL DEFAULT '{}', PRIMARY KEY (id, ordered_at)) PARTITION BY RANGE (ordered_at);
COMMENT ON TABLE sales.orders IS 'One row an order; cancelled ones stay.';
COMMENT ON COLUMN sales.orders.total_cents IS 'Gross, in cents';
SELECT format('CREATE TABLE sales.orders_%s PARTITION OF sales.orders FOR VALUES FROM (%L) TO (%L)', to_char(m, 'YYYY_MM'), m, m + interval '1 month')
  FROM generate_series(timestamptz '2025-01-01', timestamptz '2026-12-01', interval '1 month') m \gexec
INSERT INTO sales.orders SELECT i, i % 20000 + 1,
  (ARRAY['open','paid','shipped','shipped','paid','returned','shipped','paid','cancelled'])[i % 9 + 1]::sales.order_state,
  timestamptz '2025-01-01 00:00+00' + i * interval '110 seconds', (i * 37 % 90000) + 500, CASE WHEN i % 4 = 0 THEN ARRAY['rush'] ELSE '{}' END
  FROM generate_series(1, 500000) i;
CREATE INDEX ON sales.orders (account_id);
CREATE TABLE sales.order_item (order_id int NOT NULL, line int NOT NULL, product_id int NOT NULL REFERENCES sales.product, quantity int NOT NULL, PRIMARY KEY (order_id, line));
INSERT INTO sales.order_item SELECT i % 500000 + 1, i / 500000, i % 2000 + 1, i % 9 + 1 FROM generate_series(0, 599999) i;
CREATE VIEW sales.revenue_by_month AS SELECT date_trunc('month', ordered_at) AS month, sum(total_cents) / 100.0 AS revenue_eur
  FROM sales.orders WHERE state <> 'cancelled' GROUP BY 1;
SELECT format('CREATE TABLE %s.%s (id int PRIMARY KEY, code text, amount numeric(12,2), changed_at timestamptz DEFAULT now())', s, t)
  FROM unnest(ARRAY['sales','crm']) s, unnest(ARRAY['price_list','discount','campaign','target','quote','quote_line','shipment','invoice',
  'refund','voucher','carrier','warehouse','stock_level','currency','tax_rate','note','lead','meeting',
  'contract','payment','dunning','commission','territory','segment','survey','ticket','consent','import_run']) t \gexec
CREATE TABLE crm.salary (person text PRIMARY KEY, yearly numeric(12,2));
CREATE TABLE audit.event (id int PRIMARY KEY, actor text, what jsonb, at timestamptz);
CREATE TABLE audit.login (id int PRIMARY KEY, actor text, at timestamptz);
ANALYZE;

GRANT USAGE ON SCHEMA sales, crm TO fw_reader;
GRANT SELECT ON ALL TABLES IN SCHEMA sales TO fw_reader;
GRANT SELECT ON crm.region, crm.account, crm.contact, crm.activity, crm.lead, crm.meeting, crm.campaign TO fw_reader;
