import {
  brandingLogo,
  brandingSet,
  brandingShow,
} from '../../operations/shop/branding.operations.js';
import type { AddOwnCommands } from '../context/command-context.js';
import { addReading } from '../operations/list-command.js';
import { addOperation } from '../operations/operation-command.js';

export const addBrandingCommands: AddOwnCommands = (branding, context) => {
  addReading(branding, context, brandingShow, { description: 'show it' });
  addOperation(branding, context, brandingSet);
  addOperation(branding, context, brandingLogo, { arguments: ['picture'] });
};
