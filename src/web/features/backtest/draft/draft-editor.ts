import type { TestDraft } from './test-draft.ts';

/** A draft and how a part of the form changes it. */
export interface DraftEditor {
  readonly draft: TestDraft;
  readonly change: (patch: Partial<TestDraft>) => void;
}
