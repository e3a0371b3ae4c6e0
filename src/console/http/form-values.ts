import { promisify } from 'node:util';
import express from 'express';
import { ProblemError } from '../../admin/problems/problem.js';
import type { FormState } from '../../pages/form.js';
import type { ConsoleRequest } from '../visit/visit.js';
import { multipartFields } from './multipart.js';

/** Of the form of an operator: 1,000 codes of an order fit in. */
const MAX_FORM_BYTES = 256 * 1024;
/** Of a form that everybody may send. */
const MAX_OPEN_FORM_BYTES = 8 * 1024;
/** Far more fields than any form has, so that none costs much. */
const MAX_FIELDS = 2_000;

const TYPE = 'application/x-www-form-urlencoded';
const readForm = promisify(express.raw({ type: TYPE, limit: MAX_FORM_BYTES }));
const readOpenForm = promisify(express.raw({ type: TYPE, limit: MAX_OPEN_FORM_BYTES }));

/** What is copied from a page may bring the marks along that isolate it there. */
const withoutIsolates = (text: string): string => text.replaceAll(/[\u2066-\u2069]/g, '');

/** What a form holds. */
export class FormValues {
  private readonly parameters: URLSearchParams;

  /** @throws ProblemError for more fields than a form has */
  constructor(readonly bytes: Buffer) {
    this.parameters = new URLSearchParams(bytes.toString());
    if (this.parameters.size > MAX_FIELDS) {
      throw new ProblemError('too-large', 'The form has too many fields.');
    }
  }

  /** A field without the spaces around it; empty if it is missing. */
  text(name: string): string {
    return withoutIsolates(this.exact(name)).trim();
  }

  /** A field exactly as it was typed, such as a password. */
  exact(name: string): string {
    return this.parameters.get(name) ?? '';
  }

  /** The lines of a field that are not empty, without the spaces around them. */
  lines(name: string): string[] {
    const lines = withoutIsolates(this.exact(name)).split(/\r?\n/);
    return lines.map((line) => line.trim()).filter((line) => line !== '');
  }

  /** True if a box was ticked. */
  has(name: string): boolean {
    return this.parameters.has(name);
  }

  /** All values of a field; one ticked box and several are alike. */
  all(name: string): string[] {
    return this.parameters.getAll(name);
  }

  /** The first value of each field in the order of the form. */
  get shown(): Readonly<Record<string, string>> {
    const names = [...this.parameters.keys()];
    return Object.fromEntries(names.map((name) => [name, this.exact(name)]));
  }

  /** What is told of it where it is shown again. */
  get sent(): FormState {
    return { values: this.shown, all: (name) => this.all(name) };
  }

  /** Fields for a request object; those that were left empty are absent. */
  given(...names: readonly string[]): Record<string, string> {
    const fields = names.map((name) => [name, this.text(name)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== ''));
  }
}

/** Reads the form of a request, once. @throws ProblemError; an error with a status, of the parser */
export function formOf(request: ConsoleRequest & { form?: Promise<FormValues> }) {
  request.form ??= read(request);
  return request.form;
}

async function read(request: ConsoleRequest): Promise<FormValues> {
  // Strangers send no files.
  if (request.operator && request.is('multipart/form-data')) {
    return new FormValues(Buffer.from((await multipartFields(request)).toString()));
  }
  const readBytes = request.operator ? readForm : readOpenForm;
  await readBytes(request, request.res as express.Response);
  const body: unknown = request.body;
  return new FormValues(Buffer.isBuffer(body) ? body : Buffer.alloc(0));
}
