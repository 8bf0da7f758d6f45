// The peers (tools that are compared), in the order of the tables. The adapter of a peer has these members. A call is an array [NAME,
// ARGUMENTS].
//   name, title   its name in options and data, and its name in the tables
//   install   what compare/install installs: {origin: 'PyPI' or 'npm', package, …}; none for Plimsoll and for the ways without a tool
//   forms     the configurations that are measured: `defaults`, and `tuned` if its options help; tunedHow describes the options for
//             the page
//   start     returns the command that starts it in front of an upstream: {command, args, env}
//   tool      returns the name under which it lists a tool of the upstream
//   handle    returns the cursor or id with which a stored result can be read; undefined if the result passed
//   next      returns the call that reads the next page, from the result of the last call and that call; undefined at the end
//   explore   searches a stored result for a word as its documents suggest, with one or a few calls; returns their results
//   rows      returns the call that reads the first records
//   total     returns the number of records that an answer states
//   figure    returns the call for the maximum or the sum of a field, and a function that reads the number from its result
//   canPass   whether it has a form `passing`, which passes large results
//   canExpire whether start(…) uses `seconds`, after which stored results expire
//   serve     returns the command of an HTTP server: {command, args, url, callers: the headers of two callers}; only if it has one
//   only      the tables that measure it; all if absent
//   isClient  whether it is not a tool but a client that cuts results itself

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
