import { auAbr } from './au-abr.ts';
import { auAcnc } from './au-acnc.ts';
import { auAsicBusinessNames } from './au-asic-business-names.ts';
import { auAsicCompanies } from './au-asic-companies.ts';
import type { AnySource } from './define-source.ts';

/** Every register and dataset that can be read, one line each. */
export const sources: readonly AnySource[] = [auAbr, auAsicCompanies, auAsicBusinessNames, auAcnc];

export const findSource = (id: string): AnySource | undefined => sources.find((source) => source.id === id);
