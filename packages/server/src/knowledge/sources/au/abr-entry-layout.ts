import { tidy } from '../parsing/tidy.ts';
import type { AbrEntry } from './abr-entry.ts';

// The register's layout as patterns, many times faster than a parser. They can be strict, because any entry that does
// not match exactly (a comment, another order, another attribute) goes to the parser.
const chars = '[^<\\]\\r\\0-\\x08\\v\\f\\x0e-\\x1f\\ufffe\\uffff]*';
const code = '[\\w ]*';
const gap = '[ \\n\\t]*';
const leaf = (name: string) => `(?:<${name}>(${chars})</${name}>|<${name} ?/>)${gap}`;
const inside = (name: string, content: string) => `<${name}>${gap}${content}</${name}>${gap}`;

const companyName = `<NonIndividualName type="(${code})">${gap}${leaf('NonIndividualNameText')}</NonIndividualName>${gap}`;
const personName =
  `<IndividualName type="${code}">${gap}(?:<NameTitle>${chars}</NameTitle>${gap})?` +
  `((?:<GivenName>${chars}</GivenName>${gap})*<FamilyName>${chars}</FamilyName>)${gap}</IndividualName>${gap}`;
const address = inside('BusinessAddress', inside('AddressDetails', leaf('State') + leaf('Postcode')));

const start = new RegExp(
  `<ABR recordLastUpdatedDate="(${code})" replaced="${code}">${gap}` +
    `<ABN status="(${code})" ABNStatusFromDate="${code}">(${chars})</ABN>${gap}` +
    inside('EntityType', leaf('EntityTypeInd') + leaf('EntityTypeText')) +
    `<(Main|Legal)Entity>${gap}(?:${companyName}|${personName})${address}</\\6Entity>${gap}` +
    `(?:<ASICNumber ASICNumberType="${code}">(${chars})</ASICNumber>${gap})?` +
    `(?:<GST status="(${code})" GSTStatusFromDate="(${code})" ?/>${gap})?`,
  'y',
);
const gift = new RegExp(
  `<DGR(?: status="(${code})")? DGRStatusFromDate="(${code})" ?(?:/>|>${gap}${companyName}</DGR>)${gap}`,
  'y',
);
const other = new RegExp(inside('OtherEntity', companyName), 'y');

const characters: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unknownEntity = /&(?!(?:amp|lt|gt|quot|apos);)/;
const decode = (text: string) => text.replace(/&(\w+);/g, (_, name: string) => characters[name] ?? '');
const read = (text = '') => tidy(text.includes('&') ? decode(text) : text);
const readPerson = (tags: string) => read(tags.replace(/<[^>]*>/g, ' '));

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

function toEntry(found: RegExpExecArray): AbrEntry {
  const [, updated = '', status = '', abn, typeCode, typeText, kind, , name, person] = found;
  return {
    updated,
    abn: read(abn),
    status,
    typeCode: read(typeCode),
    typeText: read(typeText),
    isPerson: kind === 'Legal',
    name: person === undefined ? read(name) : readPerson(person),
    state: read(found[10]),
    postcode: read(found[11]),
    asicNumber: read(found[12]),
    gstStatus: found[13] ?? '',
    gstSince: found[14] ?? '',
    gifts: [],
    otherNames: [],
  };
}

/** The entry if it has the register's usual layout; undefined if it needs the parser. */
export function readLaidOutEntry(text: string): AbrEntry | undefined {
  if (text.includes('&') && unknownEntity.test(text)) return undefined;
  const found = matchAt(start, text, 0);
  // A company's name in the place of a person's, or the reverse.
  if (!found || (found[6] === 'Legal') !== (found[9] !== undefined)) return undefined;
  const entry = toEntry(found);
  let at = start.lastIndex;
  for (let item = matchAt(gift, text, at); item; item = matchAt(gift, text, at)) {
    entry.gifts.push({ status: item[1] ?? '', since: item[2] ?? '', fund: read(item[4]) });
    at = gift.lastIndex;
  }
  for (let item = matchAt(other, text, at); item; item = matchAt(other, text, at)) {
    entry.otherNames.push({ type: item[1] ?? '', name: read(item[2]) });
    at = other.lastIndex;
  }
  return text.endsWith('</ABR>') && at === text.length - '</ABR>'.length ? entry : undefined;
}
