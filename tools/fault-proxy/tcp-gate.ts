/** A TCP proxy between the server and its database: while it is closed, connections break and no new one is accepted. */
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface TcpGate {
  readonly port: number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** Opens the gate before a port of this machine. */
export async function openTcpGate(target: number): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    // The other end is closed by the end of its own socket.
    socket.on('error', () => socket.destroy());
  };
  const listener = createServer((near) => {
    if (!isOpen) return void near.destroy();
    const far = connect(target, '127.0.0.1');
    keep(near);
    keep(far);
    near.pipe(far).pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
    return undefined;
  });
  await new Promise<void>((done) => void listener.listen(0, '127.0.0.1', done));
  const breakAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    shut() {
      isOpen = false;
      breakAll();
    },
    open() {
      isOpen = true;
    },
    async close() {
      breakAll();
      await new Promise((done) => void listener.close(done));
    },
  };
}
