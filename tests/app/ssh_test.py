"""A queue on a machine that is reached over SSH: the real yardstick, the real worker, a real sshd on loopback."""
import os
import pathlib
import shutil
import socket
import subprocess
import tempfile
import unittest

from support import WORKER, Case, note_peer

SSHD = "/usr/sbin/sshd"


class Ssh(Case):
    def setUp(self):
        super().setUp()
        if not os.path.exists(SSHD):
            note_peer("skipped", "sshd")
            self.skipTest("skipped, peer missing: sshd (openssh-server)")
        note_peer("ran", "sshd")
        self.keys = pathlib.Path(tempfile.mkdtemp(prefix="yardstick-sshd-", dir="/tmp"))
        self.addCleanup(shutil.rmtree, self.keys, ignore_errors=True)
        for name in ("user", "host"):
            self.make_key(name)
        shutil.copy(self.keys / "user.pub", self.keys / "authorized_keys")
        if os.geteuid() == 0:  # sshd insists on its empty folder when it is root
            os.makedirs("/run/sshd", exist_ok=True)
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self.start_sshd()
        self.far = self.folder / "far away 远"
        user = subprocess.check_output(["id", "-un"], text=True).strip()
        self.machine = ["--ssh", f"{user}@127.0.0.1:{self.port}", "--identity", self.keys / "user", "--folder", self.far]

    def make_key(self, name):
        for file in (self.keys / name, self.keys / f"{name}.pub"):
            file.unlink(missing_ok=True)
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(self.keys / name)], check=True)

    def start_sshd(self):
        options = ["ListenAddress=127.0.0.1", f"HostKey={self.keys}/host", f"AuthorizedKeysFile={self.keys}/authorized_keys",
                   "StrictModes=no", "UsePAM=no", "PasswordAuthentication=no", "PidFile=none", "PermitRootLogin=yes"]
        command = [SSHD, "-D", "-e", "-f", "/dev/null", "-p", str(self.port)]
        for option in options:
            command += ["-o", option]
        with open(self.keys / "log", "ab") as log:
            self.sshd = subprocess.Popen(command, stdout=log, stderr=log)
        self.started.append(self.sshd)
        self.wait_for(self.answers, "sshd", 20)

    def answers(self):
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def test_trainsOnAMachineOverSsh(self):
        added = self.json("machine", "add", "box", *self.machine, "--worker", WORKER, "--price", "0.36")
        self.assertTrue(added["check"]["good"], added)
        self.assertTrue(added["check"]["host_key"].startswith("SHA256:"))
        self.assertEqual(self.json("queue", "add", "far", "--machine", "box")["launcher"], "ssh")
        experiment = self.new(queue="far")
        done = self.run_yardstick("run", "--until-idle")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        run = self.show(experiment)
        self.assertEqual(run["status"], "completed", run)
        self.assertEqual([e["epoch"] for e in run["epoch_list"]], [1, 2])
        self.assertGreater(run["epoch_seconds"], 0)
        self.assertAlmostEqual(float(run["cost_per_epoch"]["amount"]), 0.36 * run["epoch_seconds"] / 3600, delta=1e-6)
        local = next((self.folder / "runs").iterdir())
        far = self.far / "jobs" / local.name
        for name in ("events.jsonl", "log.txt", "exit.json", "weights/last.ckpt", "weights/best.ckpt"):
            self.assertEqual((local / name).read_bytes(), (far / name).read_bytes(), name)
        self.assertIn("loss", self.ok("exp", "log", experiment).lower())

        # The same data set does not travel again, and what is checked is still good.
        before = sorted(p.stat().st_mtime_ns for p in (self.far / "data").rglob("*"))
        again = self.json("exp", "clone", experiment, "--set", "imgsz=96", "--queue", "far")["id"]
        self.ok("run", "--until-idle")
        self.assertEqual(self.show(again)["status"], "completed")
        self.assertEqual(sorted(p.stat().st_mtime_ns for p in (self.far / "data").rglob("*")), before)
        checks = {row["check"]: row for row in self.json("machine", "check", "box")["checks"]}
        for name in ("reachable", "host_key", "worker", "rsync", "disk", "cores", "clock"):
            self.assertEqual(checks[name]["state"], "good", checks[name])

    def test_faultsAreOneSentence(self):
        refused = self.run_yardstick("machine", "add", "box", "--ssh", "-oProxyCommand=x", "--price", "1")
        self.assertEqual(refused.returncode, 2, refused.stderr)
        self.ok("machine", "add", "box", *self.machine, "--worker", "/nowhere/yardstick-worker", "--price", "0.36")
        self.assertEqual(self.run_yardstick("machine", "check", "box").returncode, 1)
        self.ok("machine", "set", "box", "--worker", WORKER)
        self.ok("machine", "check", "box")
        self.sshd.kill()
        self.sshd.wait()
        self.make_key("host")
        self.start_sshd()
        changed = self.run_yardstick("machine", "check", "box")
        self.assertEqual(changed.returncode, 1)
        self.assertIn("not the one that was pinned", changed.stdout)
        self.ok("machine", "check", "box", "--new-key")
        self.ok("machine", "check", "box")


if __name__ == "__main__":
    unittest.main()
