import { Suspense, useState } from 'react';
import type { LadderParams } from '#engine/model/ladder-params.ts';
import { PartText } from '#web/i18n/text.tsx';
import { useKind } from '#web/kinds/use-kind.ts';
import { ruleDraftOf } from '../draft/strategy-draft.ts';
import { useLookedBar } from './looked-bar.ts';
import { TrialPanel } from './trial-panel.tsx';
import { useTrial } from './use-trial.ts';

interface LadderTrialProps {
  readonly symbol: string;
  /** Null while a field does not fit. */
  readonly params: LadderParams | null;
}

const BARS = 260;

/** A ladder on the stored past, with the words and pictures of the editor of rules. */
export function LadderTrial(props: LadderTrialProps) {
  return (
    <Suspense>
      <PartText part="rules">
        <Tried {...props} />
      </PartText>
    </Suspense>
  );
}

function Tried({ symbol, params }: LadderTrialProps) {
  const [days, setDays] = useState(90);
  const look = useLookedBar();
  const until = look.until === null ? null : new Date(look.until).toISOString();
  const { trial, ...state } = useTrial(
    useKind(),
    params === null ? null : { symbol, params: { ...params }, days, bars: BARS, until },
  );
  const trees = {
    entry_conditions: ruleDraftOf(params?.entryConditions)?.condition ?? null,
    safety_conditions: ruleDraftOf(params?.safetyConditions)?.condition ?? null,
  };
  return (
    <TrialPanel
      {...state}
      trial={trial}
      trees={trees}
      bar={look.barIn(trial)}
      days={days}
      setDays={setDays}
      look={look}
    />
  );
}
