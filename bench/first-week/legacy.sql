-- An old MariaDB: mariadb -uroot -h127.0.0.1 < bench/first-week/legacy.sql (makes fw_legacy and the user fw_reader).
SET NAMES utf8mb4;
DROP DATABASE IF EXISTS fw_legacy;
CREATE DATABASE fw_legacy CHARACTER SET latin1 COLLATE latin1_german1_ci;
USE fw_legacy;
SET sql_mode = '';
CREATE TABLE kunde (
  kd_nr INT PRIMARY KEY, name VARCHAR(60), ort VARCHAR(40), geboren DATE, letzter_kauf DATETIME,
  art ENUM('privat','firma','behörde') NOT NULL DEFAULT 'privat', kanal SET('post','telefon','fax','online')
) ENGINE=InnoDB DEFAULT CHARSET=latin1 COLLATE=latin1_german1_ci COMMENT='Stammdaten seit 1998';
INSERT INTO kunde
  SELECT seq, CONCAT(ELT(seq % 6 + 1, 'Jürgen','Zoë','René','Íñigo','Søren','Ana'), ' ', ELT(seq % 5 + 1, 'Müller','Weiß','Bäcker','Nuñez','Çelik'), ' ', seq),
    ELT(seq % 4 + 1, 'Köln','München','Zürich','Málaga'), IF(seq % 10 = 0, '0000-00-00', DATE_ADD('1950-01-01', INTERVAL seq DAY)),
    IF(seq % 8 = 0, '0000-00-00 00:00:00', IF(seq % 9 = 0, '2019-00-00 00:00:00', DATE_ADD('2019-01-01', INTERVAL seq HOUR))),
    ELT(seq % 3 + 1, 'privat','firma','behörde'), ELT(seq % 4 + 1, 'post', 'post,fax', 'telefon,online', '')
  FROM seq_1_to_5000;
-- Bytes of UTF-8 that a program with the wrong connection stored as latin1: 'München' reads 'MÃ¼nchen'.
CREATE TABLE lieferant (id INT PRIMARY KEY, name VARCHAR(80), ort VARCHAR(40)) DEFAULT CHARSET=latin1;
INSERT INTO lieferant
  SELECT seq, CONVERT(CAST(CONVERT(CONCAT(ELT(seq % 4 + 1, 'Bäcker','Groß','Möller','Weiß'), ' Söhne ', seq) USING utf8mb4) AS BINARY) USING latin1),
    CONVERT(CAST(CONVERT(ELT(seq % 3 + 1, 'München','Köln','Düren') USING utf8mb4) AS BINARY) USING latin1) FROM seq_1_to_300;
CREATE TABLE auftrag (nr INT PRIMARY KEY, kd_nr INT, lief_id INT, datum DATE, betrag DECIMAL(10,2), KEY (kd_nr)) ENGINE=MyISAM DEFAULT CHARSET=latin1;
INSERT INTO auftrag SELECT seq, seq % 5000 + 1, seq % 300 + 1, IF(seq % 25 = 0, '0000-00-00', DATE_ADD('2020-01-01', INTERVAL seq % 2000 DAY)), seq % 700 + 0.5
  FROM seq_1_to_20000;
DROP USER IF EXISTS fw_reader;
CREATE USER fw_reader IDENTIFIED BY 'first-week';
GRANT SELECT ON fw_legacy.* TO fw_reader;
