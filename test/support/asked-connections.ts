/** A TCP connection that this process asked the kernel for. */
export interface AskedConnection {
  readonly address: string;
  readonly port: number;
}

interface TcpHandle {
  connect(request: unknown, address: string, port: number, ...rest: unknown[]): number;
  connect6(request: unknown, address: string, port: number, ...rest: unknown[]): number;
}

/**
 * Tells of every TCP connection that this process asks for from now on, below all of Node's own doing.
 * @returns what ends that
 */
export function noteConnections(onAsked: (connection: AskedConnection) => void): () => void {
  const { TCP } = (process as unknown as { binding(name: string): { TCP: { prototype: TcpHandle } } }).binding(
    'tcp_wrap',
  );
  const { connect, connect6 } = TCP.prototype;
  TCP.prototype.connect = function (request, address, port, ...rest) {
    onAsked({ address, port });
    return connect.call(this, request, address, port, ...rest);
  };
  TCP.prototype.connect6 = function (request, address, port, ...rest) {
    onAsked({ address, port });
    return connect6.call(this, request, address, port, ...rest);
  };
  return () => Object.assign(TCP.prototype, { connect, connect6 });
}
