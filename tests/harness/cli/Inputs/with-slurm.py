#!/usr/bin/env python3
"""with-slurm.py FOLDER COMMAND...: runs a command beside a Slurm of its own, one node on 127.0.0.1
under the user who calls, without cgroups, accounting or anything of the system's configuration;
exits as the command does. FOLDER, which is made anew, has configuration, state and logs. Whatever
happens, nothing of it stays: the daemons get SIGKILL when this process ends."""
import ctypes
import os
import pathlib
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

START_SECONDS = 90
END_SECONDS = 10
TRIES = 3  # a port that was free may be taken by the time that a daemon asks for it
CPUS = 4   # tasks that run side by side; they mostly wait
PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
USER = pwd.getpwuid(os.getuid()).pw_name


def configuration(folder, sockets, ports):
    """Beside other work a daemon may take long to answer: a job whose start is late, or whose
    credential is too old by then, would be started again. (A job that is requeued begins when its
    old credential has expired, so that is not longer than it must be.)"""
    host = socket.gethostname().split(".")[0]
    return f"""
ClusterName=warpsmith
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={ports[0]}
SlurmdPort={ports[1]}
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
SlurmUser={USER}
SlurmdUser={USER}
AuthType=auth/munge
AuthInfo=socket={sockets}/munge,cred_expire=20
CredType=cred/munge
StateSaveLocation={folder}/state
SlurmdSpoolDir={folder}/spool
SlurmctldPidFile={folder}/slurmctld.pid
SlurmdPidFile={folder}/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SwitchType=switch/none
MpiDefault=none
MailProg=/bin/true
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerParameters=batch_sched_delay=0,sched_min_interval=0,sched_interval=1,bf_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
BatchStartTimeout=300
MessageTimeout=100
SlurmdTimeout=0
KillWait=2
CompleteWait=0
JobRequeue=1
NodeName={host} NodeAddr=127.0.0.1 CPUs={CPUS}
PartitionName=all Nodes={host} Default=YES
"""


def free_ports():
    sockets = [socket.socket() for _ in range(2)]
    for one in sockets:
        one.bind(("127.0.0.1", 0))
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def program(name):
    """A daemon's path; they are in sbin, which a user's PATH may lack."""
    return shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin")


class Cluster:
    def __init__(self, folder):
        self.folder = folder
        self.daemons = []
        # A socket's path has at most 107 characters; munged wants no other user near it.
        self.sockets = pathlib.Path(tempfile.mkdtemp(prefix="slurm-", dir="/tmp"))
        self.sockets.chmod(0o755)
        self.environment = {name: value for name, value in os.environ.items()
                            if not name.startswith(("SLURM", "SBATCH", "SQUEUE"))}
        self.environment["SLURM_CONF"] = str(folder / "slurm.conf")

    def daemon(self, *command):
        def end_with_parent():
            ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        with open(self.folder / f"{pathlib.Path(command[0]).name}.log", "ab") as log:
            self.daemons.append(subprocess.Popen(
                [program(command[0]), *command[1:]], stdin=subprocess.DEVNULL, stdout=log,
                stderr=log, env=self.environment, start_new_session=True,
                preexec_fn=end_with_parent))

    def call(self, *command):
        return subprocess.run(command, env=self.environment, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout

    def start(self):
        """True once the node is idle."""
        shutil.rmtree(self.folder, ignore_errors=True)
        for name in ("state", "spool"):
            (self.folder / name).mkdir(parents=True)
        key = self.sockets / "key"
        key.unlink(missing_ok=True)
        key.write_bytes(os.urandom(128))
        key.chmod(0o400)
        (self.folder / "slurm.conf").write_text(
            configuration(self.folder, self.sockets, free_ports()), encoding="utf-8")
        self.daemon("munged", "--foreground", "--force", f"--key-file={key}",
                    f"--socket={self.sockets}/munge", f"--pid-file={self.sockets}/pid",
                    f"--log-file={self.sockets}/log", f"--seed-file={self.sockets}/seed",
                    "--num-threads=2")
        limit = time.monotonic() + START_SECONDS
        while not (self.sockets / "munge").exists() and time.monotonic() < limit:
            time.sleep(0.02)
        self.daemon("slurmctld", "-D", "-c", "-i")
        self.daemon("slurmd", "-D", "-c")
        while time.monotonic() < limit and all(one.poll() is None for one in self.daemons):
            if "idle" in self.call("sinfo", "--noheader", "--format=%T"):
                return True
            time.sleep(0.05)
        return False

    def stop(self):
        if (self.folder / "slurm.conf").exists() and len(self.daemons) == 3:
            self.call("scancel", f"--user={USER}", "--signal=KILL", "--full")
            self.call("scancel", f"--user={USER}")
            limit = time.monotonic() + END_SECONDS
            while self.call("squeue", "--noheader").strip() and time.monotonic() < limit:
                time.sleep(0.1)
        for one in self.daemons:
            one.kill()
            one.wait()
        self.daemons = []
        self.end_tasks()

    def end_tasks(self):
        """Tasks outlive their daemon; theirs is an environment that nobody else has."""
        mark = f"SLURM_CONF={self.folder / 'slurm.conf'}".encode()
        for process in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if int(process.name) != os.getpid() and mark in (process / "environ").read_bytes():
                    os.kill(int(process.name), signal.SIGKILL)
            except (OSError, ValueError):
                pass  # gone, or another user's
        try:
            while os.waitpid(-1, os.WNOHANG)[0]:
                pass
        except ChildProcessError:
            pass  # none is left

    def logs(self):
        for log in [*self.folder.glob("*.log"), self.sockets / "log"]:
            if log.exists():
                lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
                print(f"--- {log.name}", *lines[-15:], sep="\n", file=sys.stderr)


def main():
    missing = [name for name in ("munged", "slurmctld", "slurmd", "sbatch") if not program(name)]
    if missing:
        sys.exit(f"with-slurm.py: {', '.join(missing)} not found: scripts/setup.sh installs "
                 "slurm-wlm and munge")
    # What daemons leave behind becomes a child of this process, which can then end it for good.
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
    cluster = Cluster(pathlib.Path(sys.argv[1]).resolve())
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, lambda number, _: sys.exit(128 + number))
    try:
        for attempt in range(1, TRIES + 1):
            if cluster.start():
                break
            cluster.logs()
            cluster.stop()
            if attempt == TRIES:
                sys.exit("with-slurm.py: Slurm did not start")
        status = subprocess.run(sys.argv[2:], env=cluster.environment, check=False).returncode
        if status:
            cluster.logs()
        sys.exit(status if status >= 0 else 128 - status)
    finally:
        cluster.stop()
        shutil.rmtree(cluster.sockets, ignore_errors=True)


if __name__ == "__main__":
    main()
