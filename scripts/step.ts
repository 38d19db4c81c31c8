import { spawn } from 'node:child_process';
import { getPriority, setPriority } from 'node:os';

const OUTPUT_MAX = 400_000; // Of a failing step only the end is useful.

/** One program that a check or a test run starts. */
export interface Step {
  readonly name: string;
  /** A script of node_modules or of ours, run under this Node, and its arguments. */
  readonly words: readonly string[];
  /** Added to the environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Of its processes: above 0 they leave the processor to others that need it. At least that of this process. */
  readonly niceness?: number;
}

export interface StepOutcome {
  readonly name: string;
  readonly hasPassed: boolean;
  readonly seconds: number;
  /** Its output, both streams. */
  readonly output: string;
}

/** Runs the step to its end. A step that cannot be started counts as failed. */
export function runStep(step: Step): Promise<StepOutcome> {
  const startedAt = performance.now();
  const child = spawn(process.execPath, step.words, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...step.environment },
  });
  // Before it starts processes of its own, which have that of their parent. What could not be started has no id.
  if (child.pid !== undefined) setPriority(child.pid, Math.max(step.niceness ?? 0, getPriority()));
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-OUTPUT_MAX);
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  return new Promise((resolve) => {
    const end = (hasPassed: boolean): void => {
      resolve({ name: step.name, hasPassed, seconds: (performance.now() - startedAt) / 1_000, output });
    };
    child.on('error', (error) => {
      output += `${error.message}\n`;
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

/** One line for a finished step, with its output when it failed. */
export function stepReport({ name, hasPassed, seconds, output }: StepOutcome): string {
  const line = `${hasPassed ? '✓' : '✗'} ${name} (${seconds.toFixed(1)} s)\n`;
  return hasPassed ? line : `${line}${output.trimEnd()}\n`;
}
