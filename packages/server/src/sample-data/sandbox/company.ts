import type { ChannelFlag, CompanyRecord, SupportedCountry } from '@orgdex/contract';

export interface SandboxPerson {
  readonly id: string;
  readonly country: SupportedCountry;
  readonly position: string | null;
  readonly network: string | null;
  readonly flags: readonly ChannelFlag[];
}

/** One id of the sandbox: a company with the records of its source, or an id that was merged into another. */
export interface SandboxCompany {
  readonly id: string;
  /** What a request for it demonstrates, for the reference. */
  readonly shows: string;
  readonly records: readonly CompanyRecord[];
  readonly people: readonly SandboxPerson[];
  readonly mergedInto?: string;
}
