import type { SupportedCountry } from '@orgdex/contract';
import { auAbr } from './au-abr.ts';
import { auAcnc } from './au-acnc.ts';
import { auAsicBusinessNames } from './au-asic-business-names.ts';
import { auAsicCompanies } from './au-asic-companies.ts';
import { bigpicture } from './bigpicture.ts';
import { caCorporations } from './ca-corporations.ts';
import { caOdbus } from './ca-odbus.ts';
import type { AnySource } from './define-source.ts';
import { gleif } from './gleif.ts';
import { hkCr } from './hk-cr.ts';
import { jpNta } from './jp-nta.ts';
import { krDart } from './kr-dart.ts';
import { nzNzbn } from './nz-nzbn.ts';
import { pdl } from './pdl.ts';
import { sgAcra } from './sg-acra.ts';
import { thDbd } from './th-dbd.ts';
import { usSec } from './us-sec.ts';

/** Every register and dataset that can be imported, one line each. */
export const sources: readonly AnySource[] = [
  auAbr,
  auAsicCompanies,
  auAsicBusinessNames,
  auAcnc,
  nzNzbn,
  sgAcra,
  jpNta,
  caCorporations,
  caOdbus,
  hkCr,
  krDart,
  thDbd,
  usSec,
  gleif,
  pdl,
  bigpicture,
];

/** Complete registers, each with its country: they list every company that may have a name. */
export const completeRegisters: ReadonlyMap<string, SupportedCountry> = new Map(
  sources.flatMap(({ id, country, complete }) => (complete && country ? [[id, country] as const] : [])),
);

export const findSource = (id: string): AnySource | undefined => sources.find((source) => source.id === id);
