/** What a user has asked. */
export interface UserLine {
  readonly userId: string;
  /** How many of the user's requests are being worked on. */
  working: number;
  /** Those that wait for their turn, oldest first. */
  readonly waiting: PromiseWithResolvers<void>[];
}

/** The lines of all users who have asked anything; whoever had no turn for longest comes first. */
export interface UserLines {
  /** The line of a user; a new one stands last. */
  of(userId: string): UserLine;
  /** Lets all others come first. A user for whom nothing is left to do is forgotten. */
  moveBack(line: UserLine): void;
  /** The first line in which somebody waits and may begin. */
  next(mayBegin: (line: UserLine) => boolean): UserLine | undefined;
  /** The line in which most wait. */
  longest(): UserLine | undefined;
}

export function userLines(): UserLines {
  const lines = new Map<string, UserLine>();
  return {
    of(userId) {
      const line = lines.get(userId) ?? { userId, working: 0, waiting: [] };
      lines.set(userId, line);
      return line;
    },
    moveBack(line) {
      lines.delete(line.userId);
      if (line.working > 0 || line.waiting.length > 0) lines.set(line.userId, line);
    },
    next: (mayBegin) => [...lines.values()].find((line) => line.waiting.length > 0 && mayBegin(line)),
    longest: () => [...lines.values()].toSorted((one, other) => other.waiting.length - one.waiting.length)[0],
  };
}
