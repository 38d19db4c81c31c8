/** An Ornstein-Uhlenbeck process sampled each minute: its decay per minute, and the size of the noise. */
export interface SlowProcess {
  readonly stays: number;
  readonly added: number;
  /** Long-run standard deviation. */
  readonly deviation: number;
}

/** @param minutes - time constant, after which a deviation has decayed to 1/e */
export function slowProcess(minutes: number, deviation: number): SlowProcess {
  const stays = Math.exp(-1 / minutes);
  return { stays, added: deviation * Math.sqrt(1 - stays * stays), deviation };
}
