import { auAbr } from './au-abr.ts';
import { auAcnc } from './au-acnc.ts';
import { auAsicBusinessNames } from './au-asic-business-names.ts';
import { auAsicCompanies } from './au-asic-companies.ts';
import { bigpicture } from './bigpicture.ts';
import { caCorporations } from './ca-corporations.ts';
import { caOdbus } from './ca-odbus.ts';
import { gleif } from './gleif.ts';
import { jpNta } from './jp-nta.ts';
import { krDart } from './kr-dart.ts';
import { nzNzbn } from './nz-nzbn.ts';
import { pdl } from './pdl.ts';
import { sgAcra } from './sg-acra.ts';
import { usSec } from './us-sec.ts';
import type { SyntheticRegister } from './writing/register-writer.ts';

/** The generator of the files of each source, by source id. */
export const syntheticRegisters: Readonly<Record<string, SyntheticRegister>> = {
  'au-abr': auAbr,
  'au-asic-companies': auAsicCompanies,
  'au-asic-business-names': auAsicBusinessNames,
  'au-acnc': auAcnc,
  'nz-nzbn': nzNzbn,
  'sg-acra': sgAcra,
  'jp-nta': jpNta,
  'ca-corporations': caCorporations,
  'ca-odbus': caOdbus,
  'us-sec': usSec,
  'kr-dart': krDart,
  gleif,
  pdl,
  bigpicture,
};
