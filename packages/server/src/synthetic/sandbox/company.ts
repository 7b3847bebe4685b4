import type { ChannelFlag, CompanyRecord, SupportedCountry } from '@orgdex/contract';

export interface SandboxPerson {
  readonly id: string;
  readonly country: SupportedCountry;
  readonly position: string | null;
  readonly network: string | null;
  readonly flags: readonly ChannelFlag[];
}

/** One id of the sandbox: a company with what its source says of it, or an id that was merged away. */
export interface SandboxCompany {
  readonly id: string;
  /** What asking for it shows, for the reference. */
  readonly shows: string;
  readonly records: readonly CompanyRecord[];
  readonly people: readonly SandboxPerson[];
  readonly mergedInto?: string;
}
