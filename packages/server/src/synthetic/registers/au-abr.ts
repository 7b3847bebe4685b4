import { Random } from '../../sample-data/demo/random.ts';
import { businessNameOf, namesHeldBy } from './population/business-names.ts';
import { compactDay, extractDay, isoDay } from './population/days.ts';
import type { Kind } from './population/kinds.ts';
import { makeName } from './population/names.ts';
import { places, postcodeIn } from './population/places.ts';
import { draws, kindOf, type Member, memberOf } from './population/population.ts';
import type { Population, SyntheticRegister } from './writing/register-writer.ts';
import { wrongLast } from './writing/table-row.ts';

const random = new Random();
const toXml = (text: string) => (text.includes('&') ? text.replaceAll('&', '&amp;') : text);

const nonIndividual = (type: string, text: string) =>
  `<NonIndividualName type="${type}"><NonIndividualNameText>${toXml(text)}</NonIndividualNameText></NonIndividualName>`;
export const otherEntity = (type: string, text: string) => `<OtherEntity>${nonIndividual(type, text)}</OtherEntity>`;

const typeText = ({ code, text }: Kind) =>
  `<EntityType><EntityTypeInd>${code}</EntityTypeInd><EntityTypeText>${text}</EntityTypeText></EntityType>`;

function entityText({ person, name, place, postcode }: Member): string {
  const address = `<BusinessAddress><AddressDetails><State>${place.state}</State><Postcode>${postcode}</Postcode></AddressDetails></BusinessAddress>`;
  if (!person) return `<MainEntity>${nonIndividual('MN', name)}${address}</MainEntity>`;
  const middle = person.middle ? `<GivenName>${person.middle}</GivenName>` : '';
  return (
    `<LegalEntity><IndividualName type="LGL"><GivenName>${person.given}</GivenName>${middle}<FamilyName>` +
    `${person.family}</FamilyName></IndividualName>${address}</LegalEntity>`
  );
}

export function gstText(random: Random, { cancelled, since }: Member): string {
  const draw = random.fraction();
  if (draw < 0.4) return '<GST status="NON" GSTStatusFromDate="19000101" />';
  const status = cancelled || draw > 0.85 ? 'CAN' : 'ACT';
  return `<GST status="${status}" GSTStatusFromDate="${compactDay(since)}" />`;
}

function dgrText({ name, since, person }: Member): string {
  if (person || !random.chance(0.004)) return '';
  const from = `DGRStatusFromDate="${compactDay(since)}"`;
  if (random.chance(0.5)) return `<DGR status="ACT" ${from} />`;
  return `<DGR ${from}>${nonIndividual('DGR', `${name} BUILDING FUND`)}</DGR>`;
}

function otherNames(seed: number, index: number): string {
  let text = '';
  if (random.chance(0.3)) text += otherEntity('TRD', makeName(random));
  if (random.chance(0.04)) text += otherEntity('OTN', makeName(random));
  for (const nth of namesHeldBy(seed, index)) {
    const { name, cancelled } = businessNameOf(seed, nth);
    if (!cancelled) text += otherEntity('BN', name);
  }
  return text;
}

/** A change that is visible in the record: another status, name or location. */
function change(member: Member, day: number): void {
  const draw = random.fraction();
  if (draw < 0.5) {
    member.cancelled = !member.cancelled;
    member.since = day;
  } else if (draw < 0.75 && !member.person) {
    member.name = `NEW ${member.name}`;
  } else {
    const elsewhere = places.filter(({ state }) => state !== member.place.state);
    member.place = random.pick(elsewhere);
    member.postcode = postcodeIn(random, member.place);
  }
}

/** A wrong check digit, a truncated number, a missing number, and an ampersand that is not valid XML. */
const breaks: readonly ((text: string, abn: string) => string)[] = [
  (text, abn) => text.replace(`>${abn}<`, `>${wrongLast(abn)}<`),
  (text, abn) => text.replace(`>${abn}<`, `>${abn.slice(0, 7)}<`),
  (text) => text.replace(/<ABN .*<\/ABN>/, ''),
  (text) => text.replace('</State>', ' & </State>'),
];

/** One entry of the register, on its own line. */
export function entryText(member: Member, updated: number, rest: string): string {
  const { abn, acn, cancelled, since, kind } = member;
  const asic = acn ? `<ASICNumber ASICNumberType="undetermined">${acn}</ASICNumber>` : '';
  return (
    `<ABR recordLastUpdatedDate="${compactDay(updated)}" replaced="N"><ABN status="${cancelled ? 'CAN' : 'ACT'}` +
    `" ABNStatusFromDate="${compactDay(since)}">${abn}</ABN>${typeText(kind)}${entityText(member)}${asic}` +
    `${rest}</ABR>\n`
  );
}

const extractDayOf = ({ next }: Population) => (next ? extractDay + 7 : extractDay);
const padding = `${' '.repeat(14)}\n${`${' '.repeat(50)}\n`.repeat(3)}`;

/** The name of a part of the zip, as in the real file. */
export const partNameOf = (population: Population, part: number): string =>
  `${compactDay(extractDayOf(population))}_Public${String(part + 1).padStart(2, '0')}.xml`;

/** The weekly extract of the Australian Business Register: a zip of XML files with one element per line. */
export const auAbr: SyntheticRegister = {
  mostRows: 90_000_000,
  // The reader skips sole traders without parsing them, so it would not notice a broken one.
  breakable: { share: 0.45, test: (seed, index) => kindOf(seed, index).group !== 'individuals' },
  archive: {
    rowsPerPart: (rows) => Math.min(1_000_000, Math.max(1000, Math.ceil(rows / 20))),
    nameOf: partNameOf,
  },
  head: (population, part, rows) =>
    '<?xml version="1.0"?>' +
    '<Transfer error="none" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="BulkExtract.xsd">' +
    `<TransferInfo><FileSequenceNumber>${part + 1}</FileSequenceNumber><RecordCount>${rows}</RecordCount>` +
    `<ExtractTime>${isoDay(extractDayOf(population))}T08:46:00</ExtractTime></TransferInfo>${padding}`,
  tail: '</Transfer>\n',
  rowOf({ seed }, index, fate) {
    const member = memberOf(seed, index);
    random.restart(seed, index, draws.abr);
    let updated = member.since + random.below(extractDay - member.since + 1);
    const rest = gstText(random, member) + dgrText(member) + otherNames(seed, index);
    if (fate === 'changed') {
      updated = extractDay + 1 + random.below(7);
      change(member, updated);
    }
    const text = entryText(member, updated, rest);
    const { kind, cancelled, abn } = member;
    return { group: kind.group, cancelled, text: fate === 'broken' ? random.pick(breaks)(text, abn) : text };
  },
};
