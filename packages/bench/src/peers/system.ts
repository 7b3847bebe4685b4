import type { Traffic } from '../speed/cases.ts';
import type { SampleCompany } from '../speed/sample-companies.ts';
import type { Meters, Part } from './meters.ts';

/** Also measured without access control, and with Zipf keys. */
const speedOperations = ['lookup-id', 'lookup-fqdn', 'people-position'] as const;
export const peerOperations = [...speedOperations, 'search-name', 'match'] as const;
export type PeerOperation = (typeof peerOperations)[number];

export const isSpeedOperation = (operation: PeerOperation): boolean => speedOperations.some((one) => one === operation);

/** The system that all ratios compare with. */
export const fullServiceName = 'full service';

/** A company to request. */
export interface PeerCompany extends SampleCompany {
  readonly name?: string;
  /** The companies of one batch, for match. */
  readonly batch?: readonly NamedCompany[];
}

export interface NamedCompany {
  readonly name: string;
  readonly country: string | null;
}

/** One operation, requested for many companies. */
export interface PeerCase {
  readonly operation: PeerOperation;
  readonly traffic: Traffic;
  readonly samples: readonly PeerCompany[];
}

export interface LoadOrder {
  readonly connections: number;
  readonly seconds: number;
}

export interface Load {
  readonly requests: number;
  readonly seconds: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** A response, reduced to what can be compared between systems. */
export interface PeerResponse {
  /** The id of the company (of a search, the first one), or the ids of the people in their order. */
  readonly about?: unknown;
  /** Of a batch: the first company of each item. */
  readonly items?: readonly unknown[];
  /** The complete content, for systems that must return the same. */
  readonly whole?: unknown;
  readonly bytes: number;
}

/** A system that is prepared for one case. */
export interface Client {
  /** Sends requests as fast as the responses arrive. */
  load(order: LoadOrder): Promise<Load>;
  /** Requests the company at this index of the case. */
  requestOne(at: number): Promise<PeerResponse>;
  close(): Promise<void>;
}

/** One of the systems that are compared. */
export interface System {
  readonly name: string;
  readonly meters: Meters;
  /** Undefined if the system does not have the operation. */
  prepare(peerCase: PeerCase): Promise<Client | undefined>;
}

/** Systems that start and stop together. */
export interface SystemGroup {
  readonly systems: readonly System[];
  close(): Promise<void>;
}

/** The measurement of one system in one round. CPU time is per request. */
export interface Sample extends Pick<Load, 'p50Ms' | 'p99Ms'> {
  readonly perSecond: number;
  readonly cpuUs: Partial<Record<Part, number>>;
}
