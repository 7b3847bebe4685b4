import type { CompanyRecord } from '@orgdex/contract';
import { parseJcn } from '../rules/identifiers/register-numbers.ts';
import { parseRegion } from '../rules/places/region.ts';
import { defineSource } from './define-source.ts';
import { delimited } from './formats/delimited.ts';
import { filled, registerLabel, tidy } from './parsing/record-values.ts';
import { type Outcome, reject, skip } from './row-outcome.ts';
import { parseDay } from './tables/values/clean-cell.ts';

// biome-ignore format: in the order of the file
const columns = [
  'sequenceNumber', 'corporateNumber', 'process', 'correct', 'updateDate', 'changeDate', 'name', 'nameImageId', 'kind',
  'prefectureName', 'cityName', 'streetNumber', 'addressImageId', 'prefectureCode', 'cityCode', 'postCode',
  'addressOutside', 'addressOutsideImageId', 'closeDate', 'closeCause', 'successorCorporateNumber', 'changeCause',
  'assignmentDate', 'latest', 'enName', 'enPrefectureName', 'enCityName', 'enAddressOutside', 'furigana', 'hihyoji',
] as const;
type Row = Record<(typeof columns)[number], string>;

/** A stock company (301) may be public or private, and 399 and 499 include many types: they are not listed. */
const types = new Map<string, CompanyRecord['company_type']>([
  ['101', 'Government Agency'],
  ['201', 'Government Agency'],
  ['302', 'Private Company'],
  ['303', 'Partnership'],
  ['304', 'Partnership'],
  ['305', 'Private Company'],
  ['401', 'Foreign Branch'],
]);

/** Why an entry was closed. */
const causes = new Map([
  ['01', 'Closed after liquidation'],
  ['11', 'Closed by merger'],
  ['21', 'Closed by the registrar'],
  ['31', 'Closed after liquidation'],
]);

/** Letters and digits in normal width: the register writes them in full width. */
const plain = (text: string) => tidy(text.normalize('NFKC'));

/** `〒682-0954 鳥取県倉吉市谷605-33` */
function addressOf(row: Row): string {
  const [, area, place] = /^(\d{3})(\d{4})$/.exec(row.postCode) ?? [];
  const address = plain(row.prefectureName + row.cityName + row.streetNumber);
  return address && area ? `〒${area}-${place} ${address}` : address;
}

function standingOf({ closeDate, closeCause }: Row): string {
  const isClosed = closeDate.trim() !== '';
  const status = isClosed ? (causes.get(closeCause) ?? 'Closed') : 'Registered';
  // The day on which the number was issued is not the founding day: most companies are older than the numbers.
  return registerLabel({ status, stands: !isClosed, ended: parseDay(closeDate) });
}

function detailsOf(row: Row): Partial<CompanyRecord> {
  const isForeign = row.kind === '401';
  const address = addressOf(row);
  const state = parseRegion('JP', row.prefectureCode.padStart(2, '0'));
  const englishName = plain(row.enName);
  return filled({
    observed: parseDay(row.updateDate),
    trading_names: englishName ? [englishName] : [],
    // A foreign company gives the address of its headquarters, but not the country.
    hq_location: isForeign ? plain(row.addressOutside) : address,
    hq_country: isForeign ? undefined : 'JP',
    company_type: types.get(row.kind),
    locations: address ? [address] : [],
    states: state ? [state] : [],
    org_registers: { nta: standingOf(row) },
  });
}

function toRecord(row: Row): Outcome {
  const jcn = parseJcn(row.corporateNumber);
  if (!jcn) return reject('corporateNumber: check digit does not match');
  // 99 withdraws the number and leaves everything else empty.
  if (row.process === '99') return { type: 'company', key: jcn, removed: true };
  if (row.latest !== '1') return skip('superseded entry');
  // Hidden from the register's own search.
  if (row.hihyoji === '1') return { type: 'company', key: jcn, removed: true };
  const name = plain(row.name);
  if (!name) return reject('name is empty', jcn);
  return { type: 'company', key: jcn, country: 'JP', name, identifiers: { jcn }, ...detailsOf(row) };
}

/** Companies and other entities of Japan by corporate number, including closed entities. */
export const jpNta = defineSource({
  id: 'jp-nta',
  title: 'National Tax Agency, corporate numbers',
  country: 'JP',
  license: 'Terms of the Corporate Number Publication Site',
  attribution:
    'Made from data of the Corporate Number Publication Site (国税庁法人番号公表サイト) of the National Tax Agency of ' +
    'Japan, edited; the Agency does not guarantee the result.',
  homepage: 'https://www.houjin-bangou.nta.go.jp/',
  class: 'register',
  whole: true,
  complete: true,
  deltas: true,
  expected: { min: 5_000_000, max: 8_000_000 },
  format: delimited({
    parts: /\.csv$/i,
    separator: ',',
    quotes: true,
    columns,
    // Delta files of the web API begin with a line of date, count, part and number of parts.
    unnamed: { summaryCells: 4 },
    japanese: true,
  }),
  toRecord,
});
