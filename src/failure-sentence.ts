import { OperatorError } from './common/app-error.js';
import { ConfigError } from './config/souk-config.js';
import { databaseFailureSentence } from './database/failure-sentence.js';

/**
 * A failure that a person meets at start-up or on the command line, as one plain sentence that says what to do.
 * Undefined for a fault of ours, which is better shown whole.
 */
export function failureSentence(error: unknown): string | undefined {
  if (error instanceof ConfigError || error instanceof OperatorError) return error.message;
  return portSentence(error) ?? databaseFailureSentence(error);
}

function portSentence(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error) || error.syscall !== 'listen') {
    return undefined;
  }
  const { code, port, address } = error as Error & Record<string, unknown>;
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken by another program; stop it or set PORT to a free port.`;
  }
  if (code === 'EACCES') {
    return `Port ${String(port)} may not be used by this user; set PORT to 1024 or higher.`;
  }
  return `HOST ${String(address)} is no address of this machine; set HOST to one that is.`;
}
