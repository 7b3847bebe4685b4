import { auAbr } from './au-abr.ts';
import { auAcnc } from './au-acnc.ts';
import { auAsicBusinessNames } from './au-asic-business-names.ts';
import { auAsicCompanies } from './au-asic-companies.ts';
import type { Invention } from './world.ts';

/** How the files of each source are invented, by the source's id. */
export const inventions: Readonly<Record<string, Invention>> = {
  'au-abr': auAbr,
  'au-asic-companies': auAsicCompanies,
  'au-asic-business-names': auAsicBusinessNames,
  'au-acnc': auAcnc,
};
