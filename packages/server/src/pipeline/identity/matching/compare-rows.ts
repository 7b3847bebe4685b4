import type { ComparedPair, PairRow } from '../../../stores/postgres/matches/match-pairs.ts';
import { type Contender, decide, type NumberedCompany } from './decide.ts';
import { nameKinds } from './to-group.ts';

const companyOf = (row: PairRow): NumberedCompany => ({
  named: row.named,
  sources: row.company_sources,
  reach: row.company_reach,
  years: row.company_years,
});

const contenderOf = ({ kind, may_link: mayLink, other_form: hasOtherForm, ...row }: PairRow): Contender => ({
  ...row,
  name: nameKinds[kind] as Contender['name'],
  mayLink,
  hasOtherForm,
});

const notWorthProposing = { linked: false, score: null, reasons: null };

/** Decides on all pairs of each company together. */
export const compareRows = (rows: readonly PairRow[]): ComparedPair[] =>
  [...Map.groupBy(rows, ({ company }) => company).values()].flatMap((own) => {
    const verdicts = decide(companyOf(own[0] as PairRow), own.map(contenderOf));
    return own.map(({ free, company }, at) => ({ free, company, ...(verdicts[at] ?? notWorthProposing) }));
  });
