import { describe, expect, it } from 'vitest';
import { factsOf } from './source-facts.ts';
import { wordComplaints } from './word-complaints.ts';

const complaints = (file: string, text: string) => wordComplaints(factsOf(file, text));

describe('the check for words with one meaning', () => {
  it.each([
    ['src/engine/bots/life-cycle.ts', 'export interface Standing {}', 'Standing'],
    ['src/market/store/open-symbol.ts', 'export interface SymbolPlace {}', 'SymbolPlace'],
    ['src/lab/report/gather.ts', 'function placesOf() { return []; }', 'placesOf'],
    ['src/web/ui/ladder.tsx', 'export const LadderBar = 1;', 'LadderBar'],
    ['src/engine/simulation/run-atom.ts', 'function openBar() { return 1; }', 'openBar'],
    ['src/runtime/realized.ts', 'export function bookRealized() { return 1; }', 'bookRealized'],
    ['src/engine/scan/closed-bars.ts', 'export const CLOSED_BARS = 1;', null],
    ['src/simulator/market/market.ts', 'export interface OrderBook {}', null],
    ['src/ports/venue.ts', 'export interface PlaceOrder {}\nexport function placeOrder() { return 1; }', null],
    ['src/simulator/rest/orders.ts', 'export function answerPlaceOrder() { return 1; }', null],
    ['src/web/form.ts', 'export function replaceText() { return 1; }', null],
    ['tests/support/market.ts', 'export type Bar = number;', null],
  ])('in %s, "%s" leads to a complaint about %s', (file, text, name) => {
    const found = complaints(file, text);
    expect(found).toHaveLength(name === null ? 0 : 1);
    if (name !== null) expect(found[0]).toMatch(new RegExp(`^${file}: ${name}: "`));
  });
});
