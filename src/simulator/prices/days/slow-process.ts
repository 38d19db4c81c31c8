/** An Ornstein-Uhlenbeck process sampled each minute: what stays of its value, and the size of what is added. */
export interface SlowProcess {
  readonly stays: number;
  readonly added: number;
  /** Standard deviation in the long run. */
  readonly deviation: number;
}

/** @param minutes - time constant: after so long a deviation is down to 1/e */
export function slowProcess(minutes: number, deviation: number): SlowProcess {
  const stays = Math.exp(-1 / minutes);
  return { stays, added: deviation * Math.sqrt(1 - stays * stays), deviation };
}
