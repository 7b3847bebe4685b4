import { childOf, parseXml, type XmlElement } from '../formats/xml-tree.ts';
import { tidy } from '../parsing/record-values.ts';

/** One `<ABR>` entry, in the register's own codes; missing values are empty. */
export interface AbrEntry {
  updated: string;
  abn: string;
  status: string;
  typeCode: string;
  typeText: string;
  isPerson: boolean;
  name: string;
  state: string;
  postcode: string;
  asicNumber: string;
  gstStatus: string;
  gstSince: string;
  gifts: { status: string; since: string; fund: string }[];
  otherNames: { type: string; name: string }[];
}

const named = ({ children }: XmlElement, name: string) => children.filter((child) => child.name === name);
const textOf = (element: XmlElement | undefined, name: string) => tidy(childOf(element, name)?.text ?? '');
const nameIn = (element: XmlElement | undefined) =>
  textOf(childOf(element, 'NonIndividualName'), 'NonIndividualNameText');

function personIn(element: XmlElement | undefined): string {
  const parts = childOf(element, 'IndividualName')?.children ?? [];
  const names = parts.filter(({ name }) => name === 'GivenName' || name === 'FamilyName');
  return tidy(names.map(({ text }) => text).join(' '));
}

/** Reads any XML with a full parser; undefined if it is not well-formed. */
export function readAnyEntry(text: string): AbrEntry | undefined {
  const root = parseXml(text);
  if (!root) return undefined;
  const number = childOf(root, 'ABN');
  const type = childOf(root, 'EntityType');
  const person = childOf(root, 'LegalEntity');
  const entity = person ?? childOf(root, 'MainEntity');
  const address = childOf(childOf(entity, 'BusinessAddress'), 'AddressDetails');
  const gst = childOf(root, 'GST')?.attributes;
  return {
    updated: root.attributes.recordLastUpdatedDate ?? '',
    abn: textOf(root, 'ABN'),
    status: number?.attributes.status ?? '',
    typeCode: textOf(type, 'EntityTypeInd'),
    typeText: textOf(type, 'EntityTypeText'),
    isPerson: person !== undefined,
    name: person ? personIn(person) : nameIn(entity),
    state: textOf(address, 'State'),
    postcode: textOf(address, 'Postcode'),
    asicNumber: textOf(root, 'ASICNumber'),
    gstStatus: gst?.status ?? '',
    gstSince: gst?.GSTStatusFromDate ?? '',
    gifts: named(root, 'DGR').map((gift) => ({
      status: gift.attributes.status ?? '',
      since: gift.attributes.DGRStatusFromDate ?? '',
      fund: nameIn(gift),
    })),
    otherNames: named(root, 'OtherEntity').map((other) => ({
      type: childOf(other, 'NonIndividualName')?.attributes.type ?? '',
      name: nameIn(other),
    })),
  };
}

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
