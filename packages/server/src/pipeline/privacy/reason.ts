import { maxReasonLength } from '@orgdex/contract';
import { OperatorProblem } from '../../core/errors/failure.ts';
import { mayHoldContact } from '../../knowledge/rules/contacts/contact-like.ts';

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
