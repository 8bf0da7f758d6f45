/**
 * Nodes of a parsed query: sealed records. Each node computes outputs from one value and passes them one by one to a sink.
 *
 * <p>Overview:
 * <ul>
 *   <li><b>evaluation</b>: a {@code QueryNode} passes its outputs to an {@code OutputSink}. An {@code Environment} holds the
 *       names, and an {@code Evaluation} the state of the run. {@code NodeTraits} describe the stack that a node needs.
 *   <li><b>nodes</b>: {@code PathNode} selects values, {@code UpdateNode} changes them. {@code ValueNode} and
 *       {@code OperatorNode} compute values. {@code ControlNode} decides what runs, {@code LoopNode} repeats, and
 *       {@code FoldNode} combines or selects many outputs. {@code GroupNode} sorts and groups. {@code CallNode} calls
 *       functions.
 *   <li><b>messages</b>: an {@code EvaluationTrace} records the current node of a run and its {@code Ties};
 *       {@code NodePositions} are the positions of nodes in the expression.
 *   <li><b>parts of nodes</b>: a {@code QueryOperator}, a {@code QueryFunction} of the expression, and a
 *       {@code DestructuringPattern} after {@code as}.
 * </ul>
 */
@NullMarked
package dev.plimsoll.query.node;

import org.jspecify.annotations.NullMarked;
