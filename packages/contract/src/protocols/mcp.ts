import { Type } from 'typebox';
import type { Endpoint } from '../endpoint.ts';

/** Where assistants call the operations as tools. The messages are those of the Model Context Protocol, not of this contract. */
export const Mcp = {
  id: 'mcp',
  tag: 'MCP',
  method: 'POST',
  url: '/mcp',
  summary: 'Call the operations as tools of an assistant',
  description: 'A server of the Model Context Protocol. A call of a tool costs what its operation costs.',
  scope: 'any',
  response: Type.Unknown(),
  returns: 'A message of the protocol.',
  headers: {},
  problems: ['invalid_body', 'body_too_large', 'unsupported_media_type'],
} as const satisfies Endpoint;
