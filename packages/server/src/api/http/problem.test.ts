import { expect, test } from 'vitest';
import { Failure } from '../../core/errors/failure.ts';
import { toProblem } from './problem.ts';

test('a message has one line and no control characters, whatever it repeats', () => {
  const failure = new Failure('company_not_found', {
    message: 'No company has the id a\nb\u001b[2J\u202e.',
    param: 'a\rb',
  });
  const { message, param } = toProblem(failure, 'r');
  expect(message).toBe('No company has the id a b [2J .');
  expect(param).toBe('a b');
});
