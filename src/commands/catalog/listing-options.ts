import { InvalidArgumentError } from 'commander';
import type { ListingSettings } from '../../fulfillment/upstream/listing/supplier-listing.service.js';
import { idArgument } from '../context/command-context.js';

/** The options of a command for listing a supplier's catalog. */
export interface ListingOptions {
  readonly markup?: string;
  readonly markupCategory?: ReadonlyMap<number, string | null>;
  readonly into?: number;
}

export const MARKUP = ['--markup <percent>', 'on its prices'] as const;

export const MARKUP_CATEGORY = [
  '--markup-category <id=percent>',
  'another one for a category of theirs and all below; id= takes it back; may be repeated',
  categoryMarkups,
] as const;

export const INTO = [
  '--into <category>',
  'category of ours for its root categories',
  idArgument,
] as const;

/** The settings of the options that were given. */
export function listingSettings({ markup, markupCategory, into }: ListingOptions): ListingSettings {
  return {
    ...(markup !== undefined && { markup }),
    ...(markupCategory !== undefined && { markupByCategory: markupCategory }),
    ...(into !== undefined && { intoCategory: into }),
  };
}

function categoryMarkups(
  text: string,
  before: ReadonlyMap<number, string | null> = new Map(),
): ReadonlyMap<number, string | null> {
  const [id = '', percent] = text.split('=');
  if (percent === undefined) throw new InvalidArgumentError('It must look like 12=25.');
  return new Map(before).set(idArgument(id), percent === '' ? null : percent);
}
