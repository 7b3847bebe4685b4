import { runWrk } from '../load/wrk.ts';
import { type Endpoint, type ReceivedResponse, sendRequest } from '../report/send-request.ts';
import { type ToRequest, writeList } from './request-list.ts';
import type { Client, PeerCase, PeerCompany, PeerResponse } from './system.ts';

interface HttpOptions {
  readonly address: Endpoint;
  readonly toRequest: ToRequest;
  toResponse(received: ReceivedResponse): PeerResponse;
}

/** A client for a system with an HTTP API. */
export function openHttpClient(peerCase: PeerCase, { address, toRequest, toResponse }: HttpOptions): Client {
  const list = writeList(peerCase, toRequest);
  return {
    load: (order) => runWrk({ ...address, list: list.file, ...order }),
    requestOne: async (at) =>
      toResponse(await sendRequest(address, toRequest(peerCase.samples[at] as PeerCompany, at))),
    close: async () => list.close(),
  };
}
