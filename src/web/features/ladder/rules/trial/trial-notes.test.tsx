import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { textWith } from '#web/i18n/text.tsx';
import { draw } from '../../../../../../tests/support/draw.tsx';
import { toldTrial } from '../../../../../../tests/support/told-trial.ts';
import { TrialNotes } from './trial-notes.tsx';

const [rule] = toldTrial().rules;
const knownSince = (...times: readonly (string | null)[]) =>
  toldTrial({
    flags: ['WARMING_UP'],
    rules: times.flatMap((time) => (rule === undefined ? [] : [{ ...rule, knownSince: time }])),
  });

describe('a trial with too little history', () => {
  it('names the instant before which some rule could not be evaluated', async () => {
    const trial = knownSince('2025-04-29T12:15:00.000Z', '2025-04-28T00:00:00.000Z');
    draw(<TrialNotes trial={trial} />, await textWith('rules', 'en'));
    expect(screen.getByText('Too little history before 29 Apr 12:15 to evaluate the rules.')).toBeTruthy();
  });

  it('says so without an instant where a rule was never known', async () => {
    draw(<TrialNotes trial={knownSince('2025-04-29T12:15:00.000Z', null)} />, await textWith('rules', 'en'));
    expect(screen.getByText('Too little history to evaluate the rules.')).toBeTruthy();
  });

  it('says so in Russian', async () => {
    draw(<TrialNotes trial={knownSince('2025-04-29T12:15:00.000Z')} />, await textWith('rules', 'ru'));
    expect(screen.getByText(/^До .*29.* не хватает истории, чтобы вычислить правила\.$/)).toBeTruthy();
  });
});
