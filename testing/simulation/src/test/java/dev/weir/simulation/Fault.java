package dev.weir.simulation;

/** What can go wrong in a simulation, counted when it does, not when it is planned. */
enum Fault {
  /** A message is lost by chance, and both ends see the connection break. */
  MESSAGE_LOST,
  /** A request comes twice. */
  MESSAGE_DUPLICATED,
  /** A message takes up to seconds. */
  MESSAGE_LATE,
  /** A message is lost, or a call broken off, since two tasks are cut off from each other. */
  PARTITION,
  /** A message from one process to another vanishes; the other direction works. */
  ONE_WAY_PARTITION,
  /** A message vanishes in a connection that is dead in both directions, unnoticed by its ends. */
  HALF_OPEN_CONNECTION,
  /** A task crashes, and its machine with it. */
  TASK_CRASH,
  /** A process that trains crashes, and its machine with it. */
  TRAINER_CRASH,
  /** A chief crashes and does not come back. */
  CHIEF_GONE,
  /** Something is due in a process that is stopped, and happens when it goes on. */
  PAUSE,
  /** A process reads its clock on the wall after that has jumped. */
  CLOCK_JUMP,
  /** A process tries to reach ZooKeeper and cannot. */
  CUT_OFF_FROM_ZOOKEEPER,
  /** A connection to ZooKeeper is lost during a request. */
  ZOOKEEPER_CONNECTION_LOST,
  /** A request to ZooKeeper fails, and was applied. */
  ZOOKEEPER_ANSWER_LOST,
  /** A process learns that its session in ZooKeeper has expired. */
  SESSION_EXPIRED,
  /** A watch event of ZooKeeper takes up to seconds. */
  WATCH_LATE,
  /** Another ZooKeeper client deletes the node of a task or of an election. */
  NODE_DELETED,
  /** The session of a task expires, and another process gets its place. */
  REPLACEMENT,
  /** A task is told that another process has its place. */
  LEASE_LOST,
  /** Something is written while the disk is full. */
  DISK_FULL,
  /** Something is done while the disk is slow. */
  DISK_SLOW,
  /** Data cannot be forced to the disk. */
  FORCE_FAILED,
  /** A crash loses blocks or names that were not forced. */
  TORN_WRITE,
  /** Something was written or read by the codecs of gRPC. */
  GRPC_CODEC,
  /** Something was written or read by the codecs of streams. */
  STREAM_CODEC,
  /** A tensor is sent over streams that is too large for one frame. */
  STREAM_CHUNKS
}
