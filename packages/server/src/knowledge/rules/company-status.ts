import type { CompanyStatus } from '@orgdex/contract';

const inactive =
  /\b(?:cancell?ed|deregistered|removed|struck off|dissolved|closed|ceased|terminated|merged|amalgamated|liquidated|wound up|inactive|bankrupt|converted)\b/i;
const active = /^(?:active|registered|live|exists)\b/i;

/**
 * What a register's own word for a company's status means; undefined if it says neither.
 *
 * @example parseStatus('Struck Off 2021-03-04') // 'inactive'
 */
export function parseStatus(text: string): CompanyStatus | undefined {
  if (inactive.test(text)) return 'inactive';
  return active.test(text.trim()) ? 'active' : undefined;
}
