import type { CompanyRecord, SupportedCountry } from '@orgdex/contract';
import { countryName } from '../../knowledge/rules/places/country.ts';
import type { Tongue } from './name-words.ts';
import { weighted } from './random.ts';

type CompanyType = NonNullable<CompanyRecord['company_type']>;

/**
 * How a company name is written: its language, what stands before and after it, and the company type that this implies.
 */
export interface LegalForm {
  tongue: Tongue;
  before: string;
  after: string;
  type: CompanyType;
}

/** The prefix of a phone number, and how many digits follow. */
export interface PhoneRange {
  prefix: string;
  digits: number;
}

export interface Country {
  code: SupportedCountry;
  name: string;
  hostSuffix: string;
  currency: string;
  /** Approximate; makes revenue figures plausible. */
  unitsPerDollar: number;
  forms: readonly LegalForm[];
  /** With the ISO 3166-2 code of the region, if the country has regions. */
  places: readonly { place: string; region: string | undefined }[];
  landlines: readonly PhoneRange[];
  mobiles: readonly PhoneRange[];
}

interface Facts {
  share: number;
  hostSuffix: string;
  money: readonly [currency: string, unitsPerDollar: number];
  /** `*` stands for the name. The number is the weight of the form. */
  forms: readonly (readonly [tongue: Tongue, form: string, type: CompanyType, weight: number])[];
  /** `place|region code` (ISO 3166-2, without the country); no code where addresses have no regions. */
  places: readonly string[];
  /** Each `#` is a variable digit. AU, US and CA use the ranges that are reserved for fiction. */
  landlines: readonly string[];
  mobiles: readonly string[];
}

const facts: Record<SupportedCountry, Facts> = {
  AU: {
    share: 35,
    hostSuffix: 'com.au',
    money: ['AUD', 1.5],
    forms: [
      ['en', '* Pty Ltd', 'Private Company', 16],
      ['en', '* Limited', 'Public Company', 2],
      ['en', '* Trust', 'Trust', 2],
      ['en', '* Incorporated', 'Nonprofit', 1],
      ['en', '* Co-operative Ltd', 'Cooperative', 1],
      ['en', '*', 'Partnership', 1],
      ['en', '*', 'Sole Proprietorship', 1],
    ],
    places: [
      'Sydney, New South Wales|NSW',
      'Parramatta, New South Wales|NSW',
      'Newcastle, New South Wales|NSW',
      'Melbourne, Victoria|VIC',
      'Geelong, Victoria|VIC',
      'Ballarat, Victoria|VIC',
      'Brisbane, Queensland|QLD',
      'Townsville, Queensland|QLD',
      'Fremantle, Western Australia|WA',
      'Perth, Western Australia|WA',
      'Adelaide, South Australia|SA',
      'Hobart, Tasmania|TAS',
      'Darwin, Northern Territory|NT',
      'Canberra, Australian Capital Territory|ACT',
    ],
    landlines: [
      '+61 2 5550 ####',
      '+61 2 7010 ####',
      '+61 3 5550 ####',
      '+61 3 7010 ####',
      '+61 7 5550 ####',
      '+61 7 7010 ####',
      '+61 8 5550 ####',
      '+61 8 7010 ####',
    ],
    mobiles: [
      '+61 491 570 006',
      '+61 491 570 156',
      '+61 491 570 157',
      '+61 491 570 158',
      '+61 491 570 159',
      '+61 491 570 110',
      '+61 491 570 313',
      '+61 491 570 737',
      '+61 491 571 266',
      '+61 491 571 491',
      '+61 491 571 804',
      '+61 491 572 549',
      '+61 491 572 665',
      '+61 491 572 983',
      '+61 491 573 770',
      '+61 491 573 087',
    ],
  },
  US: {
    share: 20,
    hostSuffix: 'com',
    money: ['USD', 1],
    forms: [
      ['en', '* Inc.', 'Private Company', 6],
      ['en', '* LLC', 'Private Company', 6],
      ['en', '* Corporation', 'Public Company', 2],
      ['en', '* LLP', 'Partnership', 1],
      ['en', '* Foundation', 'Nonprofit', 1],
      ['en', '* College', 'Educational Institution', 1],
    ],
    places: [
      'Portland, Oregon|OR',
      'Seattle, Washington|WA',
      'Austin, Texas|TX',
      'Denver, Colorado|CO',
      'Duluth, Minnesota|MN',
      'Tucson, Arizona|AZ',
      'Savannah, Georgia|GA',
      'Buffalo, New York|NY',
      'Fresno, California|CA',
      'Providence, Rhode Island|RI',
      'Omaha, Nebraska|NE',
      'Wilmington, Delaware|DE',
    ],
    landlines: ['206', '212', '303', '312', '404', '503', '512', '617', '702', '808'].map((a) => `+1 ${a} 555 01##`),
    mobiles: ['205', '213', '305', '314', '402', '505', '520', '615', '701', '804'].map((a) => `+1 ${a} 555 01##`),
  },
  JP: {
    share: 7,
    hostSuffix: 'co.jp',
    money: ['JPY', 150],
    forms: [
      ['ja', '株式会社*', 'Private Company', 8],
      ['ja', '*株式会社', 'Private Company', 5],
      ['ja', '合同会社*', 'Private Company', 2],
      ['ja', '有限会社*', 'Private Company', 1],
      ['ja', '*ホールディングス株式会社', 'Public Company', 1],
      ['ja', '一般社団法人*協会', 'Nonprofit', 1],
    ],
    places: [
      '東京都港区|13',
      '東京都千代田区|13',
      '大阪府大阪市北区|27',
      '愛知県名古屋市中区|23',
      '福岡県福岡市博多区|40',
      '北海道札幌市中央区|01',
      '宮城県仙台市青葉区|04',
      '広島県広島市中区|34',
      '京都府京都市下京区|26',
      '神奈川県横浜市西区|14',
    ],
    landlines: ['+81 3 5550 ####', '+81 6 5550 ####'],
    mobiles: ['+81 90 5550 ####', '+81 80 5550 ####'],
  },
  NZ: {
    share: 5,
    hostSuffix: 'co.nz',
    money: ['NZD', 1.65],
    forms: [
      ['en', '* Limited', 'Private Company', 12],
      ['en', '* Trust', 'Trust', 1],
      ['en', '* Incorporated', 'Nonprofit', 1],
      ['en', '* Co-operative Limited', 'Cooperative', 1],
    ],
    places: [
      'Auckland|AUK',
      'Wellington|WGN',
      'Christchurch, Canterbury|CAN',
      'Dunedin, Otago|OTA',
      'Nelson|NSN',
      'Hamilton, Waikato|WKO',
      'Tauranga, Bay of Plenty|BOP',
      'Napier, Hawke’s Bay|HKB',
    ],
    landlines: ['+64 3 555 ####', '+64 4 555 ####', '+64 9 555 ####'],
    mobiles: ['+64 21 555 ####', '+64 27 555 ####'],
  },
  SG: {
    share: 5,
    hostSuffix: 'com.sg',
    money: ['SGD', 1.35],
    forms: [
      ['en', '* Pte. Ltd.', 'Private Company', 14],
      ['en', '* Ltd.', 'Public Company', 1],
      ['en', '* LLP', 'Partnership', 1],
    ],
    places: ['Singapore', 'Jurong, Singapore', 'Tampines, Singapore', 'Woodlands, Singapore'],
    landlines: ['+65 6555 ####', '+65 6550 ####'],
    mobiles: ['+65 8555 ####', '+65 9555 ####'],
  },
  KR: {
    share: 5,
    hostSuffix: 'co.kr',
    money: ['KRW', 1350],
    forms: [
      ['ko', '* 주식회사', 'Private Company', 7],
      ['ko', '주식회사 *', 'Private Company', 7],
      ['ko', '(주)*', 'Private Company', 3],
      ['ko', '*홀딩스 주식회사', 'Public Company', 1],
      ['ko', '유한회사 *', 'Private Company', 1],
    ],
    places: [
      '서울특별시 강남구|11',
      '서울특별시 마포구|11',
      '부산광역시 해운대구|26',
      '인천광역시 연수구|28',
      '대전광역시 유성구|30',
      '경기도 성남시|41',
      '경기도 수원시|41',
      '제주특별자치도 제주시|49',
    ],
    landlines: ['+82 2 555 ####', '+82 51 555 ####'],
    mobiles: ['+82 10 5550 ####', '+82 10 5551 ####'],
  },
  CA: {
    share: 5,
    hostSuffix: 'ca',
    money: ['CAD', 1.37],
    forms: [
      ['en', '* Inc.', 'Private Company', 8],
      ['en', '* Ltd.', 'Private Company', 4],
      ['en', 'Groupe * inc.', 'Private Company', 2],
      ['en', '* Corporation', 'Public Company', 1],
      ['en', '* Co-operative', 'Cooperative', 1],
    ],
    places: [
      'Toronto, Ontario|ON',
      'Ottawa, Ontario|ON',
      'Montréal, Québec|QC',
      'Trois-Rivières, Québec|QC',
      'Vancouver, British Columbia|BC',
      'Calgary, Alberta|AB',
      'Halifax, Nova Scotia|NS',
      'Winnipeg, Manitoba|MB',
    ],
    landlines: ['403', '416', '514', '604', '613', '902'].map((a) => `+1 ${a} 555 01##`),
    mobiles: ['204', '306', '418', '506', '709', '780'].map((a) => `+1 ${a} 555 01##`),
  },
  MY: {
    share: 3,
    hostSuffix: 'com.my',
    money: ['MYR', 4.5],
    forms: [
      ['id', '* Sdn. Bhd.', 'Private Company', 6],
      ['en', '* Sdn. Bhd.', 'Private Company', 6],
      ['id', '* Berhad', 'Public Company', 1],
      ['en', '* PLT', 'Partnership', 1],
    ],
    places: [
      'Kuala Lumpur|14',
      'George Town, Pulau Pinang|07',
      'Johor Bahru, Johor|01',
      'Ipoh, Perak|08',
      'Shah Alam, Selangor|10',
      'Kuching, Sarawak|13',
      'Kota Kinabalu, Sabah|12',
    ],
    landlines: ['+60 3 5550 ####', '+60 4 555 ####'],
    mobiles: ['+60 12 555 ####', '+60 13 555 ####'],
  },
  ID: {
    share: 3,
    hostSuffix: 'co.id',
    money: ['IDR', 16_000],
    forms: [
      ['id', 'PT *', 'Private Company', 12],
      ['id', 'PT * Tbk', 'Public Company', 1],
      ['id', 'CV *', 'Partnership', 2],
      ['id', 'Yayasan *', 'Nonprofit', 1],
      ['id', 'Koperasi *', 'Cooperative', 1],
    ],
    places: [
      'Jakarta Selatan, DKI Jakarta|JK',
      'Surabaya, Jawa Timur|JI',
      'Bandung, Jawa Barat|JB',
      'Semarang, Jawa Tengah|JT',
      'Medan, Sumatera Utara|SU',
      'Denpasar, Bali|BA',
      'Makassar, Sulawesi Selatan|SN',
    ],
    landlines: ['+62 21 5550 ####', '+62 31 5550 ####'],
    mobiles: ['+62 812 5550 ####', '+62 813 5550 ####'],
  },
  PH: {
    share: 3,
    hostSuffix: 'com.ph',
    money: ['PHP', 57],
    forms: [
      ['en', '* Inc.', 'Private Company', 6],
      ['en', '* Corporation', 'Private Company', 6],
      ['en', '* Philippines Inc.', 'Foreign Branch', 1],
      ['en', '* Cooperative', 'Cooperative', 1],
    ],
    places: [
      'Makati, Metro Manila|00',
      'Quezon City, Metro Manila|00',
      'Cebu City|CEB',
      'Davao City|DAV',
      'Iloilo City|ILI',
    ],
    landlines: ['+63 2 8555 ####', '+63 32 555 ####'],
    mobiles: ['+63 917 555 ####', '+63 918 555 ####'],
  },
  HK: {
    share: 3,
    hostSuffix: 'com.hk',
    money: ['HKD', 7.8],
    forms: [
      ['en', '* Limited', 'Private Company', 8],
      ['en', '* (Hong Kong) Limited', 'Foreign Branch', 1],
      ['zh', '*有限公司', 'Private Company', 4],
    ],
    places: ['Central', 'Wan Chai', 'Kwun Tong', 'Tsuen Wan', 'Sha Tin', '九龍灣'],
    landlines: ['+852 2555 ####', '+852 3555 ####'],
    mobiles: ['+852 9555 ####', '+852 6555 ####'],
  },
  VN: {
    share: 3,
    hostSuffix: 'com.vn',
    money: ['VND', 25_000],
    forms: [
      ['vi', 'Công ty TNHH *', 'Private Company', 8],
      ['vi', 'Công ty Cổ phần *', 'Private Company', 6],
      ['vi', 'Công ty TNHH MTV *', 'Private Company', 2],
      ['vi', 'Tập đoàn *', 'Public Company', 1],
    ],
    places: [
      'Quận 1, Thành phố Hồ Chí Minh|SG',
      'Quận Ba Đình, Hà Nội|HN',
      'Đà Nẵng|DN',
      'Hải Phòng|HP',
      'Cần Thơ|CT',
      'Biên Hòa, Đồng Nai|39',
    ],
    landlines: ['+84 24 3555 ####', '+84 28 3555 ####'],
    mobiles: ['+84 90 555 ####', '+84 91 555 ####'],
  },
  TH: {
    share: 3,
    hostSuffix: 'co.th',
    money: ['THB', 35],
    forms: [
      ['th', 'บริษัท * จำกัด', 'Private Company', 10],
      ['th', 'บริษัท * จำกัด (มหาชน)', 'Public Company', 1],
      ['th', 'ห้างหุ้นส่วนจำกัด *', 'Partnership', 2],
      ['th', 'มูลนิธิ*', 'Nonprofit', 1],
    ],
    places: ['กรุงเทพมหานคร|10', 'เชียงใหม่|50', 'ขอนแก่น|40', 'ชลบุรี|20', 'ภูเก็ต|83', 'สงขลา|90', 'ระยอง|21'],
    landlines: ['+66 2 555 ####', '+66 53 555 ###'],
    mobiles: ['+66 81 555 ####', '+66 89 555 ####'],
  },
};

function toForm([tongue, form, type, weight]: Facts['forms'][number]): readonly [LegalForm, number] {
  const [before = '', after = ''] = form.split('*');
  return [{ tongue, before, after, type }, weight];
}

function toRange(pattern: string): PhoneRange {
  const [prefix = ''] = pattern.split('#');
  return { prefix, digits: pattern.length - prefix.length };
}

function toPlace(country: SupportedCountry, text: string): Country['places'][number] {
  const [place = '', region] = text.split('|');
  return { place, region: region && `${country}-${region}` };
}

function toCountry(code: SupportedCountry): Country {
  const { hostSuffix, money, forms, places, landlines, mobiles } = facts[code];
  return {
    code,
    name: countryName(code),
    hostSuffix,
    currency: money[0],
    unitsPerDollar: money[1],
    forms: weighted(forms.map(toForm)),
    places: places.map((text) => toPlace(code, text)),
    landlines: landlines.map(toRange),
    mobiles: mobiles.map(toRange),
  };
}

const countries: readonly Country[] = (Object.keys(facts) as SupportedCountry[]).map(toCountry);

/** Each country as often as it occurs among a hundred companies. */
export const countriesByShare: readonly Country[] = weighted(
  countries.map((country) => [country, facts[country.code].share] as const),
);
