import { assumptions } from './assumptions.ts';
import { type Demand, mixOf } from './demand.ts';
import type { Asked, Cost, Figures } from './figures.ts';

/** The total resources, before they are divided among machines. */
export interface Needs {
  /** The size of one copy of each index, in GB. */
  readonly indexGb: Readonly<Record<'company' | 'identifier' | 'person' | 'search' | 'sources', number>>;
  readonly primaryGb: number;
  readonly documents: number;
  /** All copies and generations, with free space. */
  readonly opensearchDiskGb: number;
  /** The part of all copies that should be in memory. */
  readonly hotGb: number;
  readonly opensearchCores: number;
  readonly serviceCores: number;
  /** Companies and people. */
  readonly databaseGb: number;
  /** Metered responses. */
  readonly usageGb: number;
}

const gb = 1e9;
/** A company has a document in the indices for profiles, for search and for sources. */
const companyDocuments = 3;
const secondsOfMonth = 365.25 * 2 * 3600;

/** The cores that all requests keep busy, plus the headroom. */
function coresOf(demand: Demand, { cpuUs }: Figures, side: keyof Cost): number {
  const mix = Object.entries(mixOf(demand)) as [Asked, number][];
  const meanUs = mix.reduce((sum, [asked, share]) => sum + share * cpuUs[asked][side], 0);
  return (demand.requests * meanUs) / 1e6 / (1 - demand.headroom);
}

function indexSizes({ companies, people }: Demand, { opensearchBytes, perCompany }: Figures): Needs['indexGb'] {
  return {
    company: (companies * opensearchBytes.company + people * opensearchBytes.roster) / gb,
    identifier: (companies * perCompany.identifiers * opensearchBytes.identifier) / gb,
    person: (people * opensearchBytes.person) / gb,
    search: (companies * opensearchBytes.search) / gb,
    sources: (companies * opensearchBytes.sources) / gb,
  };
}

export function needsOf(demand: Demand, figures: Figures): Needs {
  const { companies, people, copies, requests } = demand;
  const { databaseBytes, perCompany } = figures;
  const { generations, diskFilled, hotShare, passedOn, meanOfPeak, usageMonths } = assumptions;
  const indexGb = indexSizes(demand, figures);
  const primaryGb = Object.values(indexGb).reduce((sum, size) => sum + size, 0);
  const answers = requests * meanOfPeak.value * secondsOfMonth * usageMonths.value;
  return {
    indexGb,
    primaryGb,
    // There are at most as many rosters as people.
    documents:
      companies * (companyDocuments + perCompany.identifiers) +
      Math.min(companies * perCompany.rosters, people) +
      people,
    opensearchDiskGb: (primaryGb * copies * generations.value) / diskFilled.value,
    hotGb: primaryGb * copies * hotShare.value,
    opensearchCores: coresOf(demand, figures, 'opensearch') * passedOn.value,
    serviceCores: coresOf(demand, figures, 'service'),
    databaseGb: (companies * databaseBytes.company + people * databaseBytes.person) / gb,
    usageGb: (answers * databaseBytes.answer) / gb,
  };
}
