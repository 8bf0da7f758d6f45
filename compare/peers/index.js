// The peers, in the order of the tables. Each has
//   install   what compare/install gets: {origin: 'PyPI' or 'npm', requirements: a file, or packages}
//   forms     the configurations that are measured: its defaults, and where its documents say more, a tuned one
//   start     the command in front of an upstream: {command, args, env}
//   tool      the name under which it lists a tool of the upstream
//   next      the call that reads on, from the result of the last call; undefined at the end or if there is none
//   explore   looks for a word in the way of its documents, with one call or a few; returns their results
//   rows      the call that returns the first records; total: the number of records that an answer states
//   canPass   whether its form `passing` passes large results; canExpire: whether `seconds` says when stored results expire
//   serve     the same over HTTP, if it can: {command, args, url, callers: the headers of two callers}
//   only      the tables that measure it, if not all
//   figure    the call for the maximum or the sum of a field, and how its answer reads
// `call` makes a call and returns its result. An answer that has no handle is a result that passed.

import { codeMode, toolplane } from './code-mode.js';
import cut from './cut.js';
import ctxtual from './ctxtual.js';
import direct from './direct.js';
import fastmcp from './fastmcp.js';
import jmunch from './jmunch.js';
import pager from './mcp-pager.js';
import plimsoll from './plimsoll.js';
import sluice from './mcp-sluice.js';
import terse from './terse.js';
import tooner from './tooner.js';

export const peers = [direct, cut, plimsoll, ctxtual, jmunch, sluice, pager, fastmcp, terse, tooner, codeMode, toolplane];
