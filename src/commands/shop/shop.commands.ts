import { BackupService } from '../../upkeep/backup/backup.service.js';
import { demoRemove } from '../../operations/catalog/built-in.operations.js';
import type { AddCommands, AddOwnCommands } from '../context/command-context.js';
import { SecretUsageService } from '../../upkeep/secrets/secret-usage.service.js';
import { DoctorService } from '../../upkeep/doctor/doctor.service.js';
import { OperatorError } from '../../common/app-error.js';
import { addOperation } from '../operations/operation-command.js';

function keyReminder(keys: readonly string[], keyFile: string | undefined): string {
  const place = keyFile === undefined ? 'SECRET_KEYS' : `${keyFile} (and SECRET_KEYS, if set)`;
  return `Codes and other secrets in it are encrypted under ${keys.join(', ')}, which is not in it: keep a copy of ${place} in another place.`;
}

function inconsistent(file: string, fault: string): string {
  return `${file} holds an inconsistent shop, which "souk restore" refuses: ${fault}; keep it beside your last good backup, and see "souk doctor".`;
}

export const addMigrateCommand: AddCommands = (migrate, { terminal, readShop }) => {
  // Opening the shop runs the migrations, as with every command; the schema itself records them.
  migrate.action(() =>
    readShop((shop) => {
      const { steps } = shop;
      const done = `Done: ${steps.join(', ')}.`;
      terminal.show({ steps }, steps.length === 0 ? 'The schema is up to date.' : done);
      return Promise.resolve();
    }),
  );
};

export const addDoctorCommand: AddCommands = (doctor, { terminal, readShop }) => {
  doctor.action(() =>
    readShop(
      async (shop) => {
        const findings = await shop.get(DoctorService).examine({ embedded: shop.embedded });
        const lines = findings.map(
          ({ check, verdict, message }) => `${verdict.padEnd(5)} ${check}: ${message}`,
        );
        terminal.show(findings, lines.join('\n'));
        const failed = findings.filter(({ verdict }) => verdict === 'fail').length;
        if (failed > 0) throw new OperatorError(`${failed} of ${findings.length} checks failed.`);
      },
      { migrate: false },
    ),
  );
};

export const addBackupCommand: AddCommands = (backup, { terminal, readShop }) => {
  backup
    .option('--no-verify', 'do not read the file back and compare it with the shop')
    .action((file: string, { verify: verifies }: { verify: boolean }) =>
      readShop(async (shop) => {
        const { fault, tables, bytes } = await shop.get(BackupService).write(file, { verifies });
        const { keyIds, keyFile, missing } = await shop.get(SecretUsageService).usage();
        const keys = [...keyIds, ...missing.map(({ id }) => id)];
        const lines = [`${file} holds the whole shop, ${bytes} bytes.`];
        if (keys.length > 0) lines.push(keyReminder(keys, keyFile));
        terminal.show(
          { file, tables, bytes, secret_keys: keys, key_file: keyFile ?? null },
          lines.join('\n'),
        );
        if (fault !== undefined) throw new OperatorError(inconsistent(file, fault));
      }),
    );
};

export const addDemoCommands: AddOwnCommands = (demo, context) => {
  addOperation(demo, context, demoRemove, {
    description: 'take the demo shop away',
    said: 'The demo shop is gone; its account is suspended.',
  });
};
