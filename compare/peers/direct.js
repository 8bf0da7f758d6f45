// No tool between client and server.

export default {
  name: 'direct',
  title: 'no tool',
  canPass: true,
  forms: ['defaults'],
  start: ({ upstream }) => ({ command: upstream[0], args: upstream.slice(1) }),
  tool: (name) => name,
  next: () => undefined,
};
