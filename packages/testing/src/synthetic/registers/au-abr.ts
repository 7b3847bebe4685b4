import { Random } from '../../../../server/src/sample-data/demo/random.ts';
import { wrongLast } from '../files/cells.ts';
import type { Order, SyntheticRegister } from '../files/register.ts';
import { postcodeIn, states } from '../universe/australia.ts';
import { businessNameOf, namesHeldBy } from '../universe/business-names.ts';
import { draws } from '../universe/company.ts';
import { compactDay, extractDay, isoDay } from '../universe/days.ts';
import { anyName, type Entity, entityAt, groupOf } from '../universe/entities.ts';

const random = new Random();
const toXml = (text: string) => text.replaceAll('&', '&amp;');

const nonIndividual = (type: string, text: string) =>
  `<NonIndividualName type="${type}"><NonIndividualNameText>${toXml(text)}</NonIndividualNameText></NonIndividualName>`;
/** Another name of an entity, such as a trading name (TRD). */
export const otherEntity = (type: string, text: string): string =>
  `<OtherEntity>${nonIndividual(type, text)}</OtherEntity>`;

function nameText({ person, name, state, postcode }: Entity): string {
  const address = `<BusinessAddress><AddressDetails><State>${state}</State><Postcode>${postcode}</Postcode></AddressDetails></BusinessAddress>`;
  if (!person) return `<MainEntity>${nonIndividual('MN', name)}${address}</MainEntity>`;
  const middle = person.middle ? `<GivenName>${person.middle}</GivenName>` : '';
  return (
    `<LegalEntity><IndividualName type="LGL"><GivenName>${person.given}</GivenName>${middle}<FamilyName>` +
    `${person.family}</FamilyName></IndividualName>${address}</LegalEntity>`
  );
}

function gstText({ isCancelled, since }: Entity): string {
  const draw = random.fraction();
  if (draw < 0.4) return '<GST status="NON" GSTStatusFromDate="19000101" />';
  const status = isCancelled || draw > 0.85 ? 'CAN' : 'ACT';
  return `<GST status="${status}" GSTStatusFromDate="${compactDay(since)}" />`;
}

function otherNames(seed: number, row: number): string {
  let text = '';
  if (random.chance(0.3)) text += otherEntity('TRD', anyName(random));
  if (random.chance(0.04)) text += otherEntity('OTN', anyName(random));
  for (const nth of namesHeldBy(seed, row)) {
    const { name, isCancelled } = businessNameOf(seed, nth);
    if (!isCancelled) text += otherEntity('BN', name);
  }
  return text;
}

/** One entry of the register, on its own line. */
function entryOf(entity: Entity, updated: number, rest: string): string {
  const { abn, acn, isCancelled, since, code, text } = entity;
  const asic = acn ? `<ASICNumber ASICNumberType="undetermined">${acn}</ASICNumber>` : '';
  const type = `<EntityType><EntityTypeInd>${code}</EntityTypeInd><EntityTypeText>${text}</EntityTypeText></EntityType>`;
  return (
    `<ABR recordLastUpdatedDate="${compactDay(updated)}" replaced="N"><ABN status="${isCancelled ? 'CAN' : 'ACT'}` +
    `" ABNStatusFromDate="${compactDay(since)}">${abn}</ABN>${type}${nameText(entity)}${asic}${rest}</ABR>\n`
  );
}

/** The entry of a business with these other names. Uses the draws of the row. */
export function abrEntry(seed: number, row: number, entity: Entity, names: string): string {
  random.restart(seed, row, draws.abr);
  const updated = entity.since + random.below(extractDay - entity.since + 1);
  return entryOf(entity, updated, gstText(entity) + names);
}

/** A change that is visible in the record: another status, name or location. */
function changed(entity: Entity, since: number): Entity {
  const draw = random.fraction();
  if (draw < 0.5) return { ...entity, isCancelled: !entity.isCancelled, since };
  if (draw < 0.75 && !entity.person) return { ...entity, name: `NEW ${entity.name}` };
  const state = random.pick(states.filter((other) => other !== entity.state));
  return { ...entity, state, postcode: postcodeIn(random, state) };
}

/** A wrong check digit, a truncated number, a missing number, and an ampersand that is not valid XML. */
const breaks: readonly ((text: string, abn: string) => string)[] = [
  (text, abn) => text.replace(`>${abn}<`, `>${wrongLast(abn)}<`),
  (text, abn) => text.replace(`>${abn}<`, `>${abn.slice(0, 7)}<`),
  (text) => text.replace(/<ABN .*<\/ABN>/, ''),
  (text) => text.replace('</State>', ' & </State>'),
];

const extractDayOf = ({ next }: Pick<Order, 'next'>) => (next ? extractDay + 7 : extractDay);

const padding = `${' '.repeat(14)}\n${`${' '.repeat(50)}\n`.repeat(3)}`;

export const abrPartName = (order: Pick<Order, 'next'>, part: number): string =>
  `${compactDay(extractDayOf(order))}_Public${String(part + 1).padStart(2, '0')}.xml`;

export const abrHead = (order: Pick<Order, 'next'>, part: number): string =>
  '<?xml version="1.0"?>' +
  '<Transfer error="none" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:noNamespaceSchemaLocation="BulkExtract.xsd">' +
  `<TransferInfo><FileSequenceNumber>${part + 1}</FileSequenceNumber>` +
  `<ExtractTime>${isoDay(extractDayOf(order))}T08:46:00</ExtractTime></TransferInfo>${padding}`;

/** The weekly extract of the Australian Business Register: a zip of XML files with one element per line. */
export const auAbr: SyntheticRegister = {
  mostRows: 90_000_000,
  // The reader skips sole traders without parsing them, so it would not notice a broken one.
  breakable: { share: 0.45, test: (seed, row) => groupOf(seed, row) !== 'individuals' },
  archive: {
    rowsPerPart: (rows) => Math.min(1_000_000, Math.max(1000, Math.ceil(rows / 20))),
    nameOf: abrPartName,
  },
  head: abrHead,
  tail: '</Transfer>\n',
  rowOf({ seed }, row, fate) {
    let entity = entityAt(seed, row);
    random.restart(seed, row, draws.abr);
    let updated = entity.since + random.below(extractDay - entity.since + 1);
    const rest = gstText(entity) + otherNames(seed, row);
    if (fate === 'changed') {
      updated = extractDay + 1 + random.below(7);
      entity = changed(entity, updated);
    }
    const text = entryOf(entity, updated, rest);
    return { group: entity.group, text: fate === 'broken' ? random.pick(breaks)(text, entity.abn) : text };
  },
};
