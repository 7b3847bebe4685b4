import { type Problem, type ProblemCode, problems } from '@orgdex/contract';
import { expect } from 'vitest';

interface Answered {
  statusCode: number;
  headers: Record<string, unknown>;
  body: string;
}

/** Expects that the response is the complete error object of this problem. */
export function expectProblem(answer: Answered, code: ProblemCode, param?: string): Problem {
  const { status, number } = problems[code];
  const body = JSON.parse(answer.body) as Problem;
  expect({ status: answer.statusCode, code: body.code, param: body.param }).toEqual({ status, code, param });
  expect(body).toEqual({
    error: number,
    message: expect.stringMatching(/^[A-Z`].*[.?]$/s),
    code,
    ...(param === undefined ? {} : { param }),
    request_id: answer.headers['x-request-id'],
    docs: `/docs/problems#${code}`,
  });
  expect(String(answer.headers['content-type'])).toMatch(/^application\/json/);
  return body;
}
