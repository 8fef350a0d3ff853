import { NO_TEXT } from "./word-cost.ts";

/** An encoding of Chinese, Japanese or Korean, with what its everyday texts are made of. */
export interface EastAsian {
  readonly name: string;
  /** Lead and second bytes, from and to, of its everyday characters. */
  readonly everyday: readonly [lead: readonly [number, number], second: readonly [number, number]];
  /** The characters that occur most in names, addresses and goods. */
  readonly common: string;
  readonly hasKana: boolean;
}

const JAPANESE =
  "一二三四五六七八九十百千万円年月日時分東京都大阪府北海道県市区町村山田中川小木本林井上下原野口島藤佐高松村清水石橋森池内前後前正美子郎太男女株式会社店部課名前住所電話番号商品数量金額価格合計売上注文顧客新古長谷岡渡辺伊加斎生人国語学校西南出入力車食物青赤白黒";
const SIMPLIFIED =
  "的一是不了人我在有他这中大来上个国到说们为子和你地出会也时要就可以对生能而那得于着下自之年过发后作里用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心她本前开但因只从想实日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运号店姓址客户单价元销售省县州镇村街李刘陈杨黄赵周吴徐孙朱林广深圳京";
const TRADITIONAL =
  "的一是不了人我在有他這中大來上個國到說們為子和你地出會也時要就可以對生能而那得於著下自之年過發後作里用道行所然家種事成方多經麼去法學如都同現當沒動面起看定天分還進好小部其些主樣理心她本前開但因只從想實日者意無力它與長把機十民第公此已工使情明性知全三又關點正業外將兩高間由問很最重並物手應戰向頭文體政美相見被利什二等產或新己制身果加西斯月話合回特代內信表化老給世位次度門任常先海通教兒原東聲提立及比員解水名真論處走義各入幾口認條平系氣題活爾更別打女變四神總何電數安少報才結反受目太量再感建務做接必場件計管期市直德資命山金指克許統區保至隊形社便空決治展馬科司五基眼書非則聽白卻界達光放強即像難且權思王象完設式色路記南品住告類求據程北邊死張該交規萬取拉格望覺術領共確傳師觀清今切院讓識候帶導爭運號店姓址客戶單價元銷售省縣州鎮村街李劉陳楊黃趙周吳徐孫朱林台灣臺北高雄桃園新竹縣巷弄樓";

export const EAST_ASIAN: readonly EastAsian[] = [
  {
    name: "Shift_JIS",
    everyday: [
      [0x88, 0x97],
      [0x40, 0xfc],
    ],
    common: JAPANESE,
    hasKana: true,
  },
  {
    name: "EUC-JP",
    everyday: [
      [0xb0, 0xcf],
      [0xa1, 0xfe],
    ],
    common: JAPANESE,
    hasKana: true,
  },
  // Names in hangul alone are valid Chinese, too: all of them from the first half of its everyday characters.
  {
    name: "EUC-KR",
    everyday: [
      [0xb0, 0xc8],
      [0xa1, 0xfe],
    ],
    common: "가이다사지하기서도시구동로인대정전수주아고자리원산남부성김박최한국강조장",
    hasKana: false,
  },
  {
    name: "GB18030",
    everyday: [
      [0xb0, 0xd7],
      [0xa1, 0xfe],
    ],
    common: SIMPLIFIED,
    hasKana: false,
  },
  {
    name: "Big5",
    everyday: [
      [0xa4, 0xc6],
      [0x40, 0xfe],
    ],
    common: TRADITIONAL,
    hasKana: false,
  },
];

const EVERYDAY = 0.25;
const HALF_WIDTH = 0.3;

/** How unlike a text of an East Asian encoding words read: 0 for everyday ones, `NO_TEXT` where the bytes stand for nothing. One cost for each word. */
export function eastAsianCosts(
  { name, everyday, common, hasKana }: EastAsian,
  words: readonly Uint8Array[],
): readonly number[] {
  const usual = new Set(common);
  const known = charactersOf(name, everyday);
  const decoder = new TextDecoder(name, { fatal: true });
  const costOf = (character: string): number => {
    if (usual.has(character) || /[\u3000-\u3020\uff01-\uff5e・]/u.test(character)) return 0;
    if (/[\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(character)) {
      if (/[\uff61-\uff9f]/u.test(character)) return HALF_WIDTH;
      return hasKana ? 0 : 1;
    }
    return known.has(character) ? EVERYDAY : 1;
  };
  return words.map((word) => {
    let text: string;
    try {
      text = decoder.decode(word);
    } catch {
      return NO_TEXT;
    }
    const costs = [...text].filter((character) => character > "\u007f").map(costOf);
    return costs.reduce((sum, cost) => sum + cost, 0) / Math.max(1, costs.length);
  });
}

const everydayCharacters = new Map<string, ReadonlySet<string>>();

function charactersOf(
  name: string,
  [[fromLead, toLead], [from, to]]: EastAsian["everyday"],
): ReadonlySet<string> {
  const kept = everydayCharacters.get(name);
  if (kept !== undefined) return kept;
  const decoder = new TextDecoder(name);
  const characters = new Set<string>();
  for (let lead = fromLead; lead <= toLead; lead++) {
    for (let second = from; second <= to; second++) {
      const [character, ...more] = decoder.decode(Uint8Array.of(lead, second));
      if (character !== undefined && more.length === 0) characters.add(character);
    }
  }
  characters.delete("\ufffd");
  everydayCharacters.set(name, characters);
  return characters;
}
