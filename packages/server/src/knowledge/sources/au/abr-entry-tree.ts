import { childOf, parseXml, type XmlElement } from '../formats/xml-tree.ts';
import { tidy } from '../parsing/tidy.ts';
import type { AbrEntry } from './abr-entry.ts';

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
