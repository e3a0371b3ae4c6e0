#!/usr/bin/env node
import { processEnvironment } from './config/souk-config.js';
import { runCommandLine } from './run-command-line.js';

process.exitCode = await runCommandLine(process.argv.slice(2), processEnvironment(), process);
