import { type Country, countryName, isoCountries, parseCountry } from '../../../rules/places/country.ts';

/** Country names other than the English ones; three-letter codes for the countries that are served. */
// biome-ignore format: one country is one line
const otherNames: Record<string, string> = {
  AU: 'aus|commonwealth of australia|オーストラリア|豪州',
  NZ: 'nzl|aotearoa|aotearoa new zealand|ニュージーランド',
  SG: 'sgp|republic of singapore|シンガポール|新加坡',
  MY: 'mys|マレーシア',
  ID: 'idn|republic of indonesia|インドネシア',
  PH: 'phl|the philippines|republic of the philippines|pilipinas|フィリピン',
  HK: 'hkg|hong kong sar|hong kong sar china|hongkong|香港',
  JP: 'jpn|nippon|日本|日本国',
  VN: 'vnm|viet nam|việt nam|ベトナム',
  KR: 'kor|korea|south korea|republic of korea|korea republic of|korea south|대한민국|한국|韓国',
  TH: 'tha|kingdom of thailand|ประเทศไทย|タイ',
  US: 'usa|us of a|united states of america|the united states|america|アメリカ|アメリカ合衆国|米国',
  CA: 'can|カナダ',
  GB: 'gbr|uk|great britain|england|scotland|wales|northern ireland|イギリス|英国',
  CN: 'chn|prc|peoples republic of china|mainland china|中国',
  TW: 'twn|taiwan province of china|台湾|臺灣',
  DE: 'deu|deutschland', FR: 'fra', IN: 'ind', IE: 'irl', NL: 'nld|holland|the netherlands', CH: 'che|schweiz|suisse', AE: 'are|uae',
  RU: 'rus|russian federation', CZ: 'cze|czech republic', TR: 'tur|turkey|türkiye', AT: 'aut|österreich', ES: 'esp|españa', IT: 'ita|italia',
};

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/&/g, 'and')
    .replace(/[.,'’()]/gu, '')
    .replace(/\s+/gu, ' ')
    .trim();

const byName = new Map<string, string>([
  ...[...isoCountries].map((code) => [plain(countryName(code as Country)), code] as const),
  ...Object.entries(otherNames).flatMap(([code, names]) =>
    names.split('|').map((name) => [plain(name), code] as const),
  ),
]);

/** @example parseCountryName('Korea, Republic of') // 'KR' */
export const parseCountryName = (text: string): Country | undefined =>
  parseCountry(text.trim()) ?? parseCountry(byName.get(plain(text)) ?? '');
