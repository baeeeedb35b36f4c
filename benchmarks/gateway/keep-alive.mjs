// Preloaded into the everything server: Node closes idle connections after 5 s, and on a busy machine a client meets a socket that is
// just being closed. That is no fault of what is measured here, so the server keeps its connections for longer.
import { Server } from 'node:http';

const listen = Server.prototype.listen;
Server.prototype.listen = function (...args) {
  this.keepAliveTimeout = 75_000;
  return listen.apply(this, args);
};
