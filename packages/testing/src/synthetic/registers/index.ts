import type { SyntheticRegister } from '../files/register.ts';
import { auAbr } from './au-abr.ts';
import { auAcnc } from './au-acnc.ts';
import { auAsicBusinessNames } from './au-asic-business-names.ts';
import { auAsicCompanies } from './au-asic-companies.ts';
import { jpNta } from './jp-nta.ts';

/** The generator of the files of each register, by source id. */
export const syntheticRegisters: Readonly<Record<string, SyntheticRegister>> = {
  'au-abr': auAbr,
  'au-asic-companies': auAsicCompanies,
  'au-asic-business-names': auAsicBusinessNames,
  'au-acnc': auAcnc,
  'jp-nta': jpNta,
};
