import { expect, it } from 'vitest';
import { repeatedKey } from './repeated-key.ts';

it.each([
  ['{"a": 1, "b": 2, "a": 3}', 'a'],
  ['{"a": {"x": 1, "x": 2}}', 'x'],
  ['{"levels": [{"size": "1"}, {"size": "1", "size": "2"}]}', 'size'],
  ['{"a": 1, "\\u0061": 2}', 'a'],
])('finds the repeated key of an object in %s', (json, key) => {
  expect(repeatedKey(json)).toBe(key);
});

it.each([
  ['{"a": 1, "b": {"a": 2}, "c": [{"a": 3}, {"a": 4}]}'],
  ['{"a": "a", "b": "\\"a\\": {", "c": ["a", "a"]}'],
  ['[1, "a", "a"]'],
  ['"a"'],
])('finds no repeated key in %s', (json) => {
  expect(repeatedKey(json)).toBeNull();
});
