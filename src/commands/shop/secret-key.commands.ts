import { newSecretKey, secretKeyId } from '../../common/secret-box.js';
import type { AddCommands } from '../context/command-context.js';

export const addSecretKeyCommand: AddCommands = (secretKey, { terminal }) => {
  secretKey.action(() => {
    const key = newSecretKey();
    const id = secretKeyId(Buffer.from(key, 'base64'));
    terminal.show({ key, id }, key);
    if (!terminal.json) terminal.remark(`doctor, backup and restore call it ${id}.`);
  });
};
