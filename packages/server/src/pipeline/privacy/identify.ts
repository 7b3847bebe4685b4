import { maxReasonLength, optOutFields, personIdPattern } from '@orgdex/contract';
import { OperatorProblem } from '../../core/errors/failure.ts';
import type { Secret } from '../../core/settings/secret.ts';
import { mayHoldContact, normalizeEmail, normalizePhone } from '../../knowledge/rules/contacts/contact-values.ts';
import { handlesOf, handlesOfDigest, type PublishedKind, parseDigest } from '../../knowledge/rules/contacts/handles.ts';
import { parsePersonSlug } from '../../knowledge/rules/identifiers/network.ts';
import { parseCountry } from '../../knowledge/rules/places/country.ts';

type OptOutWay = (typeof optOutFields)[number];

/** Identifies the person who opts out. */
export type OptOut = Partial<Record<OptOutWay, string>> & {
  /** The country of a phone number without a country code. */
  country?: string;
};

/** What to look for: an id or keyed hashes, never the value itself; a slug is not a contact value. */
export interface Identified {
  by: OptOutWay;
  values: string[];
  slugs: string[];
}

const invalid = (param: string, message: string) => new OperatorProblem('invalid_field', message, param);

function toCountry(text: string | undefined): string | undefined {
  const country = text === undefined ? undefined : parseCountry(text);
  if (text !== undefined && !country) throw invalid('country', `\`country\` is not an ISO country code.`);
  return country;
}

type Reader = (secret: Secret, text: string, optOut: OptOut) => Omit<Identified, 'by'> | undefined;

const hashed = ({ contactKeys }: Secret, kind: 'email' | 'phone' | 'network', value: string | undefined) =>
  value === undefined
    ? undefined
    : { values: handlesOf(contactKeys, kind, value), slugs: kind === 'network' ? [value] : [] };

const published =
  (kind: PublishedKind): Reader =>
  ({ contactKeys }, text) => {
    const digest = parseDigest(text);
    return digest && { values: handlesOfDigest(contactKeys, kind, digest), slugs: [] };
  };

const personId = new RegExp(personIdPattern);

/** How each way is read, and what a valid value is. */
const readers: Record<OptOutWay, [read: Reader, what: string]> = {
  person_id: [
    (_, id) => (personId.test(id) ? { values: [id], slugs: [] } : undefined),
    'a `person_id` of this service',
  ],
  network: [(secret, text) => hashed(secret, 'network', parsePersonSlug(text)), 'the slug or URL of a profile'],
  email: [(secret, text) => hashed(secret, 'email', normalizeEmail(text)), 'an email address'],
  phone: [
    (secret, text, { country }) => hashed(secret, 'phone', normalizePhone(text, toCountry(country))),
    'a phone number',
  ],
  email_sha256: [published('email'), 'a SHA-256, as 64 hexadecimal digits or Base64'],
  phone_sha256: [published('phone'), 'a SHA-256, as 64 hexadecimal digits or Base64'],
};

/** Reads an opt-out that gives exactly one way. A message never contains a value. */
export function identify(secret: Secret, optOut: OptOut): Identified {
  const [by, second] = optOutFields.filter((way) => optOut[way] !== undefined);
  const names = optOutFields.map((way) => `\`${way}\``).join(', ');
  if (by === undefined)
    throw invalid('person_id', `\`person_id\` or another way to identify the person is required: ${names}.`);
  if (second !== undefined) throw invalid(second, `\`${second}\` must not be given together with \`${by}\`.`);
  const [read, what] = readers[by];
  const found = read(secret, optOut[by] as string, optOut);
  if (!found) throw invalid(by, `\`${by}\` is not ${what}.`);
  return { by, ...found };
}

/** The reason for lifting an opt-out or for an erasure. It is required, and says why, not who: the audit log keeps it permanently. */
export function parseReason(given: string): string {
  const reason = given.toWellFormed().trim();
  const invalid = (message: string) => new OperatorProblem('invalid_field', message, 'reason');
  if (reason === '' || reason.length > maxReasonLength)
    throw invalid(`\`reason\` must have 1 to ${maxReasonLength} characters.`);
  if (mayHoldContact(reason))
    throw invalid('`reason` must not contain an email address, a phone number or a long number: it is stored.');
  return reason;
}
