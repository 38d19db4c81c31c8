export interface PlainQuestion {
  /** Why opening is refused; null when it is not. */
  readonly refusal: string | null;
}

export interface PlainCalls {
  say(words: string): Promise<string>;
  act(words: string): Promise<string>;
  /** Never answers. */
  wait(): Promise<void>;
  waitToAct(): Promise<void>;
  fail(code: string): Promise<void>;
  breakBelief(belief: string): Promise<void>;
  rejectUnhandled(words: string): Promise<void>;
  youngGenerationMb(): Promise<number>;
}

export interface PlainNews {
  readonly words: string;
}
