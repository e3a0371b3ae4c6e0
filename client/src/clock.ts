/** Time, as the client needs it; tests give one that does not wait. */
export interface Clock {
  /** Milliseconds that never go back; from any moment. */
  nowMs(): number;
  /** Rejects with the reason of the signal as soon as it is aborted. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
  /** A signal that is aborted after so many milliseconds. */
  timeout(delayMs: number): AbortSignal;
}

export const systemClock: Clock = {
  nowMs: () => performance.now(),
  sleep(delayMs, signal) {
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        clearTimeout(timer);
        reject(asError(signal?.reason));
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', stop);
        resolve();
      }, delayMs);
      if (signal?.aborted) stop();
      else signal?.addEventListener('abort', stop, { once: true });
    });
  },
  timeout: (delayMs) => AbortSignal.timeout(delayMs),
};

export function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error(String(reason));
}

/**
 * Aborts the controller when the signal is aborted. `AbortSignal.any` would do so in one line, but some releases of Node
 * lose its signals to the garbage collector.
 * @returns ends this
 */
export function link(controller: AbortController, signal: AbortSignal | undefined): () => void {
  const abort = (): void => {
    controller.abort(signal?.reason);
  };
  if (signal?.aborted) abort();
  else signal?.addEventListener('abort', abort, { once: true });
  return () => {
    signal?.removeEventListener('abort', abort);
  };
}
